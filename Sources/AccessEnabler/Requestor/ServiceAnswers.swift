import EntitlementAPI
import SSOBridge

/// What the services that an app named answered to one question.
struct ServiceAnswers: Sendable {
    /// Those that answered, the fastest first.
    private(set) var configurations: [(service: RequestorService, configuration: ConfigurationResponse)] = []
    /// Those that did not, by their place, in the order in which the app named them.
    private(set) var failures: [(place: Int, failure: ClientFailure)] = []

    /// Asks all of them at once.
    ///
    /// - Parameters:
    ///   - services: The services in the order in which the app named them; `nil`: there is no way to one.
    ///   - heard: Hears of each answer when it has its place, by the place of its service.
    ///   - call: The question.
    /// - Returns: Every answer.
    /// - Throws: What is no failure of a service.
    static func to(
        _ services: [RequestorService?], heard: (Int) -> Void = { _ in },
        _ call: @escaping @Sendable (RequestHeaders) -> EntitlementCall<ConfigurationResponse>
    ) async throws -> ServiceAnswers {
        var answers = ServiceAnswers()
        try await withThrowingTaskGroup(of: (Int, Result<ConfigurationResponse, ClientFailure>).self) { group in
            for (place, service) in services.enumerated() {
                guard let service else {
                    answers.failures.append((place, .noService))
                    continue
                }
                group.addTask {
                    do {
                        return (place, .success(try await service.client.send(call)))
                    } catch let failure as ClientFailure {
                        return (place, .failure(failure))
                    }
                }
            }
            for try await (place, result) in group {
                switch result {
                case .success(let configuration):
                    if let service = services[place] { answers.configurations.append((service, configuration)) }
                case .failure(let failure): answers.failures.append((place, failure))
                }
                heard(place)
            }
        }
        answers.failures.sort { $0.place < $1.place }
        return answers
    }
}
