import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Asks every service that the app named for the requestor's configuration, all at once.
    ///
    /// - Throws: The failure of the first address if no service answers.
    func configure(_ id: RequestorID, addresses: [String]) async throws -> Requestor {
        let addresses = ServiceAddress.list(addresses)
        let profile = options.applicationProfile
        let answers = try await ServiceAnswers.to(addresses.map { service(at: $0) }) {
            .configuration(of: id, profile: profile, headers: $0)
        }
        for (index, failure) in answers.failures where addresses.count > 1 {
            try record(
                .noAnswer(
                    address: addresses[index].url.map { JournalText($0) }, JournalText(failure.explanation)))
        }
        guard !answers.configurations.isEmpty else {
            throw answers.failures.first?.failure ?? ClientFailure.noService
        }
        return Requestor(id: id, answers: answers.configurations)
    }

    /// Returns the service at an address, with the app's options; `nil` if it cannot be reached.
    func service(at address: ServiceAddress) -> RequestorService? {
        guard let transport = address.transport(world: worldTransport, served: servedAddress) else { return nil }
        let service = RequestorService(address, transport: transport, app: app, softwareStatement: softwareStatement)
        service.client.use(options.client)
        return service
    }

    /// Returns the base URL of a service's pages.
    func pages(at address: ServiceAddress) -> String {
        address.pages(served: worldTransport == nil ? servedAddress : nil)
    }

    private var servedAddress: String? {
        do {
            return try ServiceAddress.served()
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    /// The status `CFG100` if the app's clock and the service's differ too much; else `nil`.
    ///
    /// The vendor does not document how much is too much.
    func statusOfClock(_ requestor: Requestor) throws -> AdvancedStatus? {
        guard let time = requestor.configuration.time?.instant else { return nil }
        let apart = time.timeIntervalSince(try now())
        guard abs(apart) >= Self.toleratedClockDifference else { return nil }
        return AdvancedStatus(
            .clockWrong,
            message: "The service's clock is at \(TimeText.format(time)), \(Int(apart)) seconds from the app's."
        )
    }

    /// The smallest difference that counts as a wrong clock, in seconds.
    ///
    /// No token should live less than an hour, so a smaller difference does not expire a new token.
    private static let toleratedClockDifference: TimeInterval = 3600
}
