package import Settings
import StructuredText

/// What only the test knows about the app under test, such as that it starts to play.
///
/// A mark is a command that changes nothing. The journal keeps it, and the rules about apps read it there.
package struct Mark: Hashable, Sendable {
    /// What the app does, or what its user does.
    package enum Event: String, Sendable, CaseIterable {
        /// The app starts.
        case launch
        /// The app comes to the foreground.
        case foreground
        /// The app starts to play a resource.
        case play
        /// The app tells its user to sign out in the settings of the device.
        case shownSignOutInSettings
        /// The app tells its user why a resource is denied.
        case shownDenial
        /// The app shows the code of a sign-in on a second screen.
        case shownCode
        /// The user asks for what the app does next.
        case requestedByUser
    }

    /// What happens.
    package var event = Event.launch
    /// The resource that the app plays; `nil` if the event concerns none.
    package var resource: String?

    /// Creates a mark.
    package init(_ event: Event = .launch, resource: String? = nil) {
        self.event = event
        self.resource = resource
    }

    private static let fields = ObjectFormat<Mark>(
        title: "mark", defaults: Mark(),
        fields: [
            Field("event", "What happens.", Formats.choice(Event.self), required: true, into: \.event),
            Field(
                "resource", "The resource of the event `play`.", Formats.line,
                from: { $0.resource }
            ) { (resource, mark, _, _) throws(SourceError) in mark.resource = resource },
        ])

    /// The notation: the name of an event, or a mapping with the resource.
    package static let format = Format<Mark>(
        ["anyOf": [.object(Formats.choice(Event.self).schema), .object(fields.schema)]],
        write: { $0.resource == nil ? .string($0.event.rawValue) : fields.write($0) }
    ) { (cursor, notes) throws(SourceError) in
        if case .string = cursor.value { return Mark(try Formats.choice(Event.self).read(cursor, notes)) }
        let mark = try fields.format.read(cursor, notes)
        guard mark.resource == nil || mark.event == .play else {
            throw SourceError(
                .wrongValue, at: cursor.path, "the event '\(mark.event.rawValue)' has no resource: only 'play' has one")
        }
        return mark
    }
}
