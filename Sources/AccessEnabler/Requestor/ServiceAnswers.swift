import EntitlementAPI
import SSOBridge

/// The answers of the services that an app named to one request.
struct ServiceAnswers: Sendable {
    /// The services that answered, the fastest first.
    private(set) var configurations: [(service: RequestorService, configuration: ConfigurationResponse)] = []
    /// The services that did not, by their index, in the order in which the app named them.
    private(set) var failures: [(index: Int, failure: ClientFailure)] = []

    /// Sends a request to all services at once.
    ///
    /// - Parameters:
    ///   - services: The services in the order in which the app named them; `nil` for one that cannot be reached.
    ///   - heard: Called with the index of each service after its answer was taken.
    ///   - call: Makes the request.
    /// - Returns: The answers and failures of all services.
    /// - Throws: Errors other than ``ClientFailure``.
    static func to(
        _ services: [RequestorService?], heard: (Int) -> Void = { _ in },
        _ call: @escaping @Sendable (RequestHeaders) -> EntitlementCall<ConfigurationResponse>
    ) async throws -> ServiceAnswers {
        var answers = ServiceAnswers()
        try await withThrowingTaskGroup(of: (Int, Result<ConfigurationResponse, ClientFailure>).self) { group in
            for (index, service) in services.enumerated() {
                guard let service else {
                    answers.failures.append((index, .noService))
                    continue
                }
                group.addTask {
                    do {
                        return (index, .success(try await service.client.send(call)))
                    } catch let failure as ClientFailure {
                        return (index, .failure(failure))
                    }
                }
            }
            for try await (index, result) in group {
                switch result {
                case .success(let configuration):
                    if let service = services[index] { answers.configurations.append((service, configuration)) }
                case .failure(let failure): answers.failures.append((index, failure))
                }
                heard(index)
            }
        }
        answers.failures.sort { $0.index < $1.index }
        return answers
    }
}
