import EntitlementAPI
import Foundation
import SSOBridge
import SimulationCore

extension EntitlementSession {
    /// Asks every service that the app named for the requestor's configuration, all at once.
    ///
    /// One that answers is enough. Where none does, the failure of the first address is told.
    ///
    /// spec entitlement § 1.6, § 4 row 25.
    func configure(_ id: String, addresses: [String]) async throws -> Requestor {
        let places = ServicePlace.places(addresses)
        let services = places.map { service(at: $0) }
        let profile = options.applicationProfile
        var answers: [(service: RequestorService, configuration: ConfigurationResponse)] = []
        var failures: [(place: Int, failure: ClientFailure)] = []
        try await withThrowingTaskGroup(of: (Int, Result<ConfigurationResponse, ClientFailure>).self) { group in
            for (place, service) in services.enumerated() {
                guard let service else {
                    failures.append((place, .noService))
                    continue
                }
                group.addTask {
                    do {
                        let answer = try await service.client.send {
                            .configuration(of: id, profile: profile, headers: $0)
                        }
                        return (place, .success(answer))
                    } catch let failure as ClientFailure {
                        return (place, .failure(failure))
                    }
                }
            }
            for try await (place, result) in group {
                switch result {
                case .success(let configuration):
                    if let service = services[place] { answers.append((service, configuration)) }
                case .failure(let failure): failures.append((place, failure))
                }
            }
        }
        failures.sort { $0.place < $1.place }
        for (place, failure) in failures where places.count > 1 {
            try record("setRequestor", "no answer of '\(places[place].name ?? "the vendor")'", failure.explanation)
        }
        guard !answers.isEmpty else {
            throw failures.first?.failure ?? ClientFailure.noService
        }
        return Requestor(id: id, answers: answers)
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
