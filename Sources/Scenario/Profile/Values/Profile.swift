package import IdentityProvider
import Settings
package import SimulatedWorld

/// One profile: a world, and a flow through it.
///
/// Lists keep the order of the text: the order of providers is the picker's, that of integrations the dialog's.
@dynamicMemberLookup
package struct Profile: Sendable, Hashable {
    /// The version of the format that this package reads.
    package static let schema = 1

    /// The name, one line.
    package var name = ""
    /// Prose for readers.
    package var summary: String?
    /// The world at its beginning.
    package var world = WorldDescription()
    /// What the app and the world do.
    package var flow: [FlowStep] = []

    /// The file that the profile was read from, `<stdin>`, or `built-in`.
    package var source = ""
    /// The line of the file on which the profile begins.
    package var line = 1

    /// Creates a profile with nothing in it.
    package init() {}

    /// Creates the profile without a flow that a world was made from.
    package init(_ origin: WorldOrigin) {
        name = origin.name
        source = origin.source
        world = origin.description
    }

    /// Reads and changes the world of the profile.
    package subscript<Value>(dynamicMember path: WritableKeyPath<WorldDescription, Value>) -> Value {
        get { world[keyPath: path] }
        set { world[keyPath: path] = newValue }
    }

    /// Returns the provider with an identifier.
    package func provider(_ id: String) -> Provider? { world.provider(id) }

    /// What a world is made from that begins as the profile says.
    package var origin: WorldOrigin { WorldOrigin(name: name, source: source, description: world) }
}

extension World {
    /// Makes the world what a profile describes; whatever was in it before is removed.
    package func install(_ profile: Profile) throws { try install(profile.origin) }
}
