package import TVSimIdentityProvider
package import TVSimSituations
import TVSimStructuredText
package import TVSimWorld

/// A profile: a world, and a flow through it.
///
/// Lists keep the order of the text: providers appear in this order in the picker, and integrations in the dialog.
@dynamicMemberLookup
package struct Profile: Sendable {
    /// The version of the format that this package reads.
    package static let schema = 1

    /// The name, one line.
    package var name = ""
    /// The description for readers; `nil` if the profile has none.
    package var summary: String?
    /// The initial state of the world.
    package var world = WorldDescription()
    /// The steps of the app and the world.
    package var flow: [FlowStep] = []
    /// The situations in which the flow runs; `nil` to run it once.
    package var matrix: ProfileMatrix?
    /// The situation that the flow leads into, which coverage counts; `nil` if it is not one of a matrix.
    ///
    /// Axes that a profile's matrix does not name count as those of the baseline.
    package var situation: CookbookSituation?

    /// The file that the profile was read from, `<stdin>`, or `built-in`.
    package var source = ""
    /// The line number of the profile's beginning in the file.
    package var line = 1

    /// Creates an empty profile.
    package init() {}

    /// Creates the profile from which a world was created, without its flow.
    package init(_ origin: WorldOrigin) {
        name = origin.name
        source = origin.source
        world = origin.description
    }

    /// Accesses a property of the profile's world.
    package subscript<Value>(dynamicMember path: WritableKeyPath<WorldDescription, Value>) -> Value {
        get { world[keyPath: path] }
        set { world[keyPath: path] = newValue }
    }

    /// Returns the provider with an identifier; `nil` if it is unknown.
    package func provider(_ id: String) -> Provider? { world.provider(id) }

    /// The origin of a world that begins as the profile describes.
    package var origin: WorldOrigin { WorldOrigin(name: name, source: source, description: world) }
}

extension World {
    /// Replaces the contents of the world with those that a profile describes.
    package func install(_ profile: Profile) throws { try install(profile.origin) }
}
