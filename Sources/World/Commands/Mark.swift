import Foundation
package import TVSimStructuredText

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
        /// The user asks to sign in.
        case requestedSignIn
        /// The user cancels the sign-in: in the app's picker, or on the page of the MVPD.
        case cancelledSignIn
        /// The programmer's server verifies a media token.
        case tokenVerified
        /// The app is installed anew, so its storage and the data of its device are new.
        case reinstall
        /// A rule about clients is waived in this world from now on.
        case waived

        /// Whether the event is for the judge, and says nothing that an app or its user did.
        package var isForJudge: Bool { self == .reinstall || self == .waived }
    }

    /// What happens.
    package var event = Event.launch
    /// The resource that the app plays; `nil` if the event concerns none.
    package var resource: String?
    /// The media token that plays or is verified, in Base64; `nil` if the event concerns none.
    package var token: String?
    /// The rule that is waived; `nil` for another event.
    package var rule: RuleID?
    /// Why the rule is waived; `nil` for another event.
    package var reason: String?

    /// Creates a mark.
    package init(
        _ event: Event = .launch, resource: String? = nil, token: String? = nil, rule: RuleID? = nil,
        reason: String? = nil
    ) {
        self.event = event
        self.resource = resource
        self.token = token
        self.rule = rule
        self.reason = reason
    }

    /// Whether an event can name a media token.
    package static func hasToken(_ event: Event) -> Bool { event == .play || event == .tokenVerified }

    /// What is missing or too much for the event, as a sentence; `nil` if nothing is.
    package var problem: String? {
        if resource != nil, event != .play {
            return "the event '\(event.rawValue)' has no resource: only 'play' has one"
        }
        if token != nil, !Mark.hasToken(event) {
            return "the event '\(event.rawValue)' has no token: only 'play' and 'tokenVerified' have one"
        }
        if event == .waived, rule == nil || reason == nil {
            return "the event 'waived' requires the rule and the reason"
        }
        if event != .waived, rule != nil || reason != nil {
            return "the event '\(event.rawValue)' has no rule and no reason: only 'waived' has them"
        }
        return nil
    }

    private static let fields = ObjectFormat<Mark>(
        title: "mark", defaults: Mark(),
        fields: [
            Field("event", "What happens.", Formats.choice(Event.self), required: true, into: \.event),
            Field(
                "resource", "The resource of the event `play`.", Formats.line,
                from: { $0.resource }
            ) { (resource, mark, _, _) throws(SourceError) in mark.resource = resource },
            Field(
                "token",
                "The media token of the events `play` and `tokenVerified`, in Base64 or clear text. The journal "
                    + "keeps a pseudonym.", Formats.text, from: { $0.token }
            ) { (token, mark, _, _) throws(SourceError) in
                // The service hands out Base64, and the SDK the clear text.
                mark.token = token.hasPrefix("<") ? Data(token.utf8).base64EncodedString() : token
            },
            Field(
                "rule", "The rule of the event `waived`.", RuleID.format, from: { $0.rule }
            ) { (rule, mark, _, _) throws(SourceError) in mark.rule = rule },
            Field(
                "reason", "Why the rule of the event `waived` is waived.", Formats.line, from: { $0.reason }
            ) { (reason, mark, _, _) throws(SourceError) in mark.reason = reason },
        ])

    /// The notation: the name of an event, or a mapping with what belongs to it.
    package static let format = Format<Mark>(
        ["anyOf": [.object(Formats.choice(Event.self).schema), .object(fields.schema)]],
        write: { $0 == Mark($0.event) ? .string($0.event.rawValue) : fields.write($0) }
    ) { (cursor, notes) throws(SourceError) in
        let isName = if case .string = cursor.value { true } else { false }
        let mark =
            isName ? Mark(try Formats.choice(Event.self).read(cursor, notes)) : try fields.format.read(cursor, notes)
        if let problem = mark.problem { throw SourceError(.wrongValue, at: cursor.path, problem) }
        return mark
    }
}
