import Synchronization

/// Lets the requests of one device be answered one after another, in the order in which they came.
package final class RequestLine: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    init() {}

    /// Puts work at the end of the line.
    package func enqueue(_ work: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            let before = last
            last = Task {
                await before?.value
                await work()
            }
        }
    }
}
