import TVSimStructuredText

/// Counts the open streams of events, which hold a connection each, and limits their number.
final class OpenStreams: Sendable {
    /// The place of one open stream, which is free again when the value is released.
    final class Place: Sendable {
        private let streams: OpenStreams

        fileprivate init(in streams: OpenStreams) { self.streams = streams }

        deinit { streams.count.withLockedValue { $0 -= 1 } }
    }

    private let most: Int
    private let count = Locked(0)

    /// Creates a count of streams.
    ///
    /// - Parameter most: The largest number of open streams.
    init(atMost most: Int) { self.most = most }

    /// Takes a place; returns `nil` if all places are taken.
    func place() -> Place? {
        let isFree = count.withLockedValue { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        return isFree ? Place(in: self) : nil
    }
}
