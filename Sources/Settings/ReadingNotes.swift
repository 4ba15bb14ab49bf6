package import Foundation
package import StructuredText

/// What is noticed while a document is read, and judged when all of it is known.
package final class ReadingNotes {
    /// The names that refer to other parts of the configuration.
    package var references: [Reference] = []
    /// The instant from which offsets such as `+30d` count: the profile's clock, or the device's at the time of a change.
    package var clock: Date
    /// Whether what is read changes a value that exists, rather than describing a new one.
    package var isChange: Bool

    /// The requestor that is meant when none is named.
    package var requestor: String

    /// Whether what is read was stored by the simulator, and not written by a person.
    package var isStored: Bool

    /// Creates notes.
    package init(clock: Date, isChange: Bool = false, isStored: Bool = false, requestor: String = "REF30") {
        self.clock = clock
        self.isChange = isChange
        self.isStored = isStored
        self.requestor = requestor
    }
}

/// A name that refers to another part of the configuration.
package struct Reference: Sendable {
    /// What a name can refer to.
    package enum Kind: Sendable, Hashable {
        case provider
        /// A provider that the system's picker lists.
        case pickerProvider
        /// A provider with which people sign in at system level.
        case accountProvider
        case subscriber(provider: String)
        case anySubscriber
        case requestor
        case mvpd(requestor: String)
        case anyMVPD
        /// An MVPD, or a part of its id between commas, as an expectation is taken apart.
        case shownMVPD
        /// A SAML service provider that is not the entitlement service.
        case otherServiceProvider
    }

    /// What the name refers to.
    package let kind: Kind
    /// The name.
    package let name: String
    /// Where the name stands.
    package let position: SourcePosition

    /// Creates a reference.
    package init(kind: Kind, name: String, position: SourcePosition) {
        self.kind = kind
        self.name = name
        self.position = position
    }
}
