import EntitlementAPI
import Foundation
import SSOBridge
import Settings
import SimulationCore

extension EntitlementSession {
    /// Asks every service that the app named for the requestor's configuration, all at once.
    ///
    /// One that answers is enough. Where none does, the failure of the first address is told.
    ///
    /// spec entitlement § 1.6, § 4 row 25.
    func configure(_ id: String, addresses: [String]) async throws -> Requestor {
        let places = ServicePlace.places(addresses)
        let profile = options.applicationProfile
        let answers = try await ServiceAnswers.to(places.map { service(at: $0) }) {
            .configuration(of: id, profile: profile, headers: $0)
        }
        for (place, failure) in answers.failures where places.count > 1 {
            try record("setRequestor", "no answer of '\(places[place].name ?? "the vendor")'", failure.explanation)
        }
        guard !answers.configurations.isEmpty else {
            throw answers.failures.first?.failure ?? ClientFailure.noService
        }
        return Requestor(id: id, answers: answers.configurations)
    }

    /// The service at a place, to be asked as the app's options say; `nil`: there is no way to it.
    func service(at place: ServicePlace) -> RequestorService? {
        guard let transport = place.transport(world: worldTransport, served: servedAddress) else { return nil }
        let service = RequestorService(place, transport: transport, app: app, softwareStatement: softwareStatement)
        service.client.use(options.client)
        return service
    }

    /// Where the pages of a service are.
    func pages(at place: ServicePlace) -> String {
        place.pages(served: worldTransport == nil ? servedAddress : nil)
    }

    private var servedAddress: String? {
        do {
            return try ServicePlace.served()
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// The status that tells an app that its clock and the service's are far apart; `nil`: they are not.
    ///
    /// spec entitlement § 1.14, `CFG100`. How far is not documented.
    func statusOfClock(_ requestor: Requestor) throws -> AdvancedStatus? {
        guard let time = requestor.configuration.time?.instant else { return nil }
        let apart = time.timeIntervalSince(try now())
        guard abs(apart) >= Self.toleratedClockDifference else { return nil }
        return AdvancedStatus(
            .clockWrong, message: "The service's clock is at \(TimeText.format(time)), \(Int(apart)) seconds from here."
        )
    }

    /// Less than this is no trouble: an hour, since no token is meant to be shorter.
    private static let toleratedClockDifference: TimeInterval = 3600
}
