import TVSimStructuredText

/// The owner of a port: a world, until it is removed.
///
/// A connection can outlive the port. Its later requests must not reach a new world of the same name.
final class PortOwner: Sendable {
    /// The world's name.
    let world: String
    private let open = Locked(true)

    init(_ world: String) { self.world = world }

    /// Whether the world was not removed.
    var isOpen: Bool { open.withLockedValue { $0 } }

    /// Notes that the world was removed.
    func close() { open.withLockedValue { $0 = false } }
}
