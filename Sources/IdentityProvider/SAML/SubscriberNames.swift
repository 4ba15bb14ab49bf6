import TVSimSAML
package import TVSimStructuredText
import TVSimXMLSecurity

/// The names of a user in formats of SAML that do not mean the user identifier (SAML Core 2.0, 8.3).
package struct SubscriberNames: Sendable, Hashable {
    /// The address of e-mail; `nil` if the user has none.
    package var emailAddress: String?
    /// The name in the unspecified format; `nil` if it is the user identifier.
    package var unspecified: String?

    /// Creates no names.
    package init() {}
}

extension SubscriberNames: TableDescribed {
    package static let fields = ObjectFormat<SubscriberNames>(
        title: "nameIDs", defaults: SubscriberNames(),
        fields: [
            Field(
                "emailAddress", "The NameID for requests of the format emailAddress; null if the user has none.",
                name.orNull, from: { $0.emailAddress.map(Optional.some) }
            ) { (name, names, _, _) throws(SourceError) in names.emailAddress = name },
            Field(
                "unspecified",
                "The NameID for requests of the format unspecified; null for the user identifier, as a persistent name.",
                name.orNull, from: { $0.unspecified.map(Optional.some) }
            ) { (name, names, _, _) throws(SourceError) in names.unspecified = name },
        ])

    private static let name = Formats.line.checked(["minLength": 1]) { (name, cursor) throws(SourceError) in
        guard !name.isEmpty, XMLEscaping.canWrite(name) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                name.isEmpty
                    ? "a NameID must not be empty" : "invalid NameID: it contains a character that XML does not allow")
        }
    }
}

extension Subscriber {
    /// Returns the user's name in a format, which outlives a session; `nil` if the user has none, or the format is
    /// unknown.
    ///
    /// - Parameter format: The format; `nil` for that of the user identifier.
    /// - Returns: The name.
    func name(in format: String?) -> UserID? {
        switch format {
        case nil, SAMLNames.persistent?: userID
        case SAMLNames.unspecified?: nameIDs?.unspecified.map { UserID($0) } ?? userID
        case SAMLNames.emailAddress?: nameIDs?.emailAddress.map { UserID($0) }
        default: nil
        }
    }
}

extension Subscriber {
    /// Returns the user's name for an answer in a format other than that of the user identifier; `nil` if the user has
    /// none.
    func subjectName(in format: String) -> SubjectName? {
        let value = format == SAMLNames.emailAddress ? nameIDs?.emailAddress : nameIDs?.unspecified
        return value.map { SubjectName(value: UserID($0), format: format) }
    }
}

extension Provider {
    /// The formats of its subscribers' names, the default first.
    var nameFormats: [String] {
        let names = subscribers.compactMap(\.nameIDs)
        return [SAMLNames.persistent, SAMLNames.transient]
            + (names.contains { $0.emailAddress != nil } ? [SAMLNames.emailAddress] : [])
            + (names.contains { $0.unspecified != nil } ? [SAMLNames.unspecified] : [])
    }
}
