import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// The demands of a request on the answer, such as the kind of name, if the provider can meet them.
///
/// A demand that the provider cannot meet is refused before the user is asked to sign in.
struct RequestRequirements {
    /// The kind of name identifier in the answer.
    enum NameKind: Equatable {
        /// The user identifier, which is the same for every service provider and session.
        case persistent
        /// A name for one session and one service provider.
        case transient
        /// A name of the user in another format.
        case other(String)
    }

    /// A status that answers a request without an assertion.
    struct Refusal: Error, Equatable {
        /// The status codes, the top-level code first.
        let codes: [String]
        /// The reason for the journal, as one sentence.
        let reason: String
    }

    let nameKind: NameKind

    /// Checks the binding, the name and the authentication of a request, in this order (SAML Core 2.0, 3.4.1 and
    /// 3.3.2.2.1).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - formats: The formats of the provider's names.
    /// - Throws: ``Refusal`` if the request demands another binding, kind of name, or kind of authentication.
    init(_ request: AuthnRequest, formats: [String]) throws(Refusal) {
        func refusal(_ code: String, _ reason: String) -> Refusal {
            Refusal(codes: [SAMLStatusCode.requester, code], reason: reason)
        }
        if let binding = request.protocolBinding, binding != EntityMetadata.Binding.post.rawValue {
            throw refusal(
                SAMLStatusCode.unsupportedBinding,
                "the provider answers by HTTP-POST, not by '\(binding.prefix(256))' (ProtocolBinding)")
        }
        let policy = request.nameIDPolicy ?? NameIDPolicy()
        switch policy.format {
        case nil, SAMLNames.persistent: nameKind = .persistent
        case SAMLNames.transient: nameKind = .transient
        case let format? where formats.contains(format): nameKind = .other(format)
        // The provider chooses the format.
        case SAMLNames.unspecified: nameKind = .persistent
        case let format?:
            let known = formats.map { $0.split(separator: ":").last.map(String.init) ?? $0 }.joined(separator: ", ")
            throw refusal(
                SAMLStatusCode.invalidNameIDPolicy,
                "the provider does not support the NameID format '\(format.prefix(256))' (Format of NameIDPolicy): its names "
                    + "have the formats \(known)"
                    + (format == SAMLNames.emailAddress ? " (emailAddress needs nameIDs of a subscriber)" : ""))
        }
        if let realm = policy.spNameQualifier, realm != request.issuer {
            throw refusal(
                SAMLStatusCode.invalidNameIDPolicy,
                "the provider does not support the SPNameQualifier '\(realm.rawValue.prefix(256))' of NameIDPolicy: expected "
                    + "'\(request.issuer)'")
        }
        if let wanted = request.requestedAuthnContext, !wanted.isMetByPassword {
            let classes = wanted.classes.prefix(8).map { "'\($0.prefix(256))'" }.joined(separator: ", ")
            throw refusal(
                SAMLStatusCode.noAuthnContext,
                "the provider supports only password authentication (PasswordProtectedTransport), and RequestedAuthnContext "
                    + "asks for \(classes.isEmpty ? "no class" : classes) (Comparison '\(wanted.comparison.rawValue)')")
        }
    }
}

extension RequestedUser {
    /// Finds the user by the user identifier, or by the session's transient name for the issuer (SAML Core 2.0, 3.3.4).
    init(_ request: AuthnRequest, of provider: Provider, session: BrowserSession?) {
        guard let subject = request.subject else {
            self = .anybody
            return
        }
        let qualifiers = subject.qualifiers
        guard qualifiers.nameQualifier.map({ $0 == provider.entityID }) ?? true,
            qualifiers.spNameQualifier.map({ $0 == request.issuer }) ?? true
        else {
            self = .stranger
            return
        }
        let name: String? =
            switch qualifiers.format {
            case SAMLNames.transient:
                session.flatMap {
                    $0.transientNames?[request.issuer] == subject.name ? $0.subscriber : nil
                }
            case let format: provider.subscribers.first { $0.name(in: format) == subject.name }?.name
            }
        self = name.map(Self.subscriber) ?? .stranger
    }

    /// Says why the user of a request is unknown, as a clause with what decided.
    static func strangeness(of request: AuthnRequest, at provider: Provider) -> String {
        guard let subject = request.subject else { return "the request has no Subject" }
        let qualifiers = subject.qualifiers
        if let found = qualifiers.nameQualifier, found != provider.entityID {
            return "the Subject is of another provider: its NameQualifier is '\(found.rawValue.prefix(256))', not "
                + "'\(provider.entityID)'"
        }
        if let found = qualifiers.spNameQualifier, found != request.issuer {
            return
                "the Subject is of another service provider: its SPNameQualifier is '\(found.rawValue.prefix(256))', not "
                + "'\(request.issuer)'"
        }
        guard !subject.name.rawValue.isEmpty else { return "the Subject has no readable NameID" }
        let name = "'\(subject.name.rawValue.prefix(128))'"
        switch qualifiers.format {
        case nil, SAMLNames.unspecified, SAMLNames.persistent:
            return "the Subject \(name) is an unknown user: no subscriber has it as user identifier"
        case SAMLNames.emailAddress:
            return "the Subject \(name) is an unknown user: no subscriber has it as nameIDs.emailAddress"
        case SAMLNames.transient:
            return "the Subject \(name) is an unknown user: the browser's session has no such transient name"
        case let format?:
            return "the Subject \(name) has the Format '\(format.prefix(256))', by which the provider knows no user"
        }
    }
}
