/// Waits of a test, which end at the latest when the test does.
package enum LimitedWait {
    /// How a wait ended before that came for which it was.
    package enum End: Sendable, Hashable {
        /// The waiting task was cancelled.
        case cancelled
        /// The time was over.
        case timedOut(Duration)

        /// Says it.
        ///
        /// - Parameters:
        ///   - what: What was waited for.
        ///   - details: What else is known, one line each.
        ///   - place: Where the test asked for it.
        /// - Returns: The error.
        package func error(awaiting what: String, details: [String] = [], at place: String) -> SimulatorError {
            switch self {
            case .cancelled:
                SimulatorError(
                    .cancelled, "the wait for \(what) was cancelled", details: details, at: place)
            case .timedOut(let limit):
                SimulatorError(.timedOut, "\(what) did not come within \(limit)", details: details, at: place)
            }
        }
    }

    /// Waits for something.
    ///
    /// - Parameters:
    ///   - limit: How long, by the wall clock; `nil`: until the task is cancelled.
    ///   - wait: The wait, which throws `CancellationError` when its task is cancelled.
    ///   - failure: What is thrown where it ends before.
    /// - Returns: What the wait returns, though it be at the last moment.
    /// - Throws: What the failure says; what the wait throws besides.
    package static func wait<Value: Sendable>(
        within limit: Duration?, _ wait: @escaping @Sendable () async throws -> Value,
        failing failure: (End) -> SimulatorError
    ) async throws -> Value {
        guard let limit else {
            do { return try await wait() } catch is CancellationError { throw failure(.cancelled) }
        }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await wait() }
            group.addTask {
                // The one thing here that takes real time: a limit for tests whose framework has none.
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
            throw failure(isOver ? .timedOut(limit) : .cancelled)
        }
    }
}
