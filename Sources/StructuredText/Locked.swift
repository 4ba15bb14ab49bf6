package import TVSimPlatform

/// A value that several threads share: each use of it holds a lock.
///
/// ```swift
/// let count = Locked(0)
/// let next = count.withLockedValue { value in
///     value += 1
///     return value
/// }
/// ```
///
/// The lock is a mutex of the C library, because the thread sanitizer knows it. On Linux it does not know the locks of the
/// standard library, and reports races that do not exist.
package struct Locked<Value> {
    /// The value and its mutex, which copies share.
    package let storage: Storage

    /// Creates a value with a lock of its own.
    ///
    /// Copies share both.
    @inlinable package init(_ value: Value) {
        storage = Storage.make(value)
    }

    /// Calls a function that nothing else of the process runs beside, and returns what it returns.
    ///
    /// The function must not use the same lock again.
    ///
    /// - Parameter body: Reads or changes the value.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws.
    @inlinable package func withLockedValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, mutex in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }

    /// The value and the mutex in one allocation.
    ///
    /// A mutex must not move.
    package final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        @inlinable package static func make(_ value: Value) -> Storage {
            let buffer = Storage.create(minimumCapacity: 1) { _ in value }
            buffer.withUnsafeMutablePointerToElements { mutex in
                mutex.initialize(to: pthread_mutex_t())
                pthread_mutex_init(mutex, nil)
            }
            return unsafeDowncast(buffer, to: Storage.self)
        }

        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }
}

extension Locked: @unchecked Sendable where Value: Sendable {}
