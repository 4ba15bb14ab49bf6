package import Foundation

/// Notes that are taken while a document is read, and checked after all of it is read.
package final class ReadingNotes {
    /// The names that refer to other parts of the configuration.
    package var references: [Reference] = []
    /// The instant from which offsets such as `+30d` count: the profile's clock, or the device's clock at a change.
    package var clock: Date
    /// Whether the document changes an existing value instead of describing a new one.
    package var isChange: Bool

    /// The requestor of parts that do not name one.
    package var requestor: String

    /// Whether the document was stored by the simulator instead of written by a user.
    package var isStored: Bool

    /// How messages spell the keys: as options of a command line, or as keys of JSON.
    package var spelling = OptionSpelling.json

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
        /// A provider in the system's picker.
        case pickerProvider
        /// A provider with which users sign in at system level.
        case accountProvider
        case subscriber(provider: String)
        case anySubscriber
        case requestor
        case mvpd(requestor: String)
        case anyMVPD
        /// An MVPD, or the part of its identifier between commas, in an expectation.
        case shownMVPD
        /// A SAML service provider that is not the entitlement service.
        case otherServiceProvider
    }

    /// What the name refers to.
    package let kind: Kind
    /// The name.
    package let name: String
    /// The path to the name.
    package let path: ValuePath

    /// Creates a reference.
    package init(kind: Kind, name: String, path: ValuePath) {
        self.kind = kind
        self.name = name
        self.path = path
    }
}
