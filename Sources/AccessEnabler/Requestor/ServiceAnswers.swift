import TVSimEntitlementAPI
import TVSimSSOBridge

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
        for (index, service) in services.enumerated() where service == nil {
            answers.failures.append((index, .noService))
        }
        let reachable = services.enumerated().compactMap { index, service in service.map { (index, $0) } }
        if let (index, service) = reachable.first, reachable.count == 1 {
            // Most apps name one service, and a task of its own would only wait for another thread.
            answers.add(try await answer(of: service, to: call), of: service, at: index)
            heard(index)
        } else {
            try await withThrowingTaskGroup(of: (Int, RequestorService, Answer).self) { group in
                for (index, service) in reachable {
                    group.addTask { (index, service, try await answer(of: service, to: call)) }
                }
                for try await (index, service, answer) in group {
                    answers.add(answer, of: service, at: index)
                    heard(index)
                }
            }
        }
        answers.failures.sort { $0.index < $1.index }
        return answers
    }

    private typealias Answer = Result<ConfigurationResponse, ClientFailure>

    private static func answer(
        of service: RequestorService, to call: @Sendable (RequestHeaders) -> EntitlementCall<ConfigurationResponse>
    ) async throws -> Answer {
        do {
            return .success(try await service.client.send(call))
        } catch let failure as ClientFailure {
            return .failure(failure)
        }
    }

    private mutating func add(_ answer: Answer, of service: RequestorService, at index: Int) {
        switch answer {
        case .success(let configuration): configurations.append((service, configuration))
        case .failure(let failure): failures.append((index, failure))
        }
    }
}
