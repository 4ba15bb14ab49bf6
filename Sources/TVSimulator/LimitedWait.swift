/// Waits of a test with a timeout; every wait ends when the test's task is cancelled.
package enum LimitedWait {
    /// The reason why a wait ended early.
    package enum End: Sendable, Hashable {
        /// The waiting task was cancelled.
        case cancelled
        /// The timeout expired.
        case timedOut(Duration)

        /// Creates the error that describes the end of the wait.
        ///
        /// - Parameters:
        ///   - what: What the test waited for, as a noun phrase.
        ///   - details: Further facts, one line each.
        ///   - place: The location in the test.
        /// - Returns: The error.
        package func error(awaiting what: String, details: [String] = [], at place: String) -> SimulatorError {
            switch self {
            case .cancelled:
                SimulatorError(
                    .cancelled, "the wait for \(what) was cancelled", details: details, at: place)
            case .timedOut(let limit):
                SimulatorError(
                    .timedOut, "timed out after \(limit) while waiting for \(what)", details: details, at: place)
            }
        }
    }

    /// Waits for an operation, with an optional timeout.
    ///
    /// - Parameters:
    ///   - limit: The timeout in real time; `nil` to wait until the task is cancelled.
    ///   - wait: The operation, which throws `CancellationError` if its task is cancelled.
    ///   - failure: Creates the error for a wait that ends early.
    /// - Returns: The result of the operation, even if it arrives just after the timeout.
    /// - Throws: The error of `failure` if the wait ends early; other errors of the operation.
    package static func wait<Value: Sendable>(
        within limit: Duration?, _ wait: @escaping @Sendable () async throws -> Value,
        failing failure: (End) async -> SimulatorError
    ) async throws -> Value {
        guard let limit else {
            do { return try await wait() } catch is CancellationError { throw await failure(.cancelled) }
        }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await wait() }
            group.addTask {
                // The only use of real time in this module: a timeout for test frameworks that have none.
                try await Task.sleep(for: limit)
                return nil
            }
            var isOver = false
            while let result = await group.nextResult() {
                switch result {
                case .success(let value?):
                    group.cancelAll()
                    return value
                case .success(nil):
                    isOver = true
                    group.cancelAll()
                case .failure(is CancellationError): continue
                case .failure(let error): throw error
                }
            }
            throw await failure(isOver ? .timedOut(limit) : .cancelled)
        }
    }
}
