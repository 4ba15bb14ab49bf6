import Identifiers
import SAML
import XMLSecurity

/// What a request demands of the answer beyond a sign-in, and whether the provider can give it.
///
/// Whoever asks learns that the provider cannot before anybody is asked to sign in.
struct RequestDemands {
    /// By what kind of name the answer tells the person.
    enum NameKind: Equatable {
        /// By the user identifier, which is the same for everybody and stays.
        case persistent
        /// By a name for one session and one service provider.
        case transient
    }

    /// Why a request is answered with a status and nothing else.
    struct Refusal: Error, Equatable {
        /// The status, from the top code down.
        let codes: [String]
        /// One sentence for the journal.
        let reason: String
    }

    let nameKind: NameKind

    /// Judges a request (SAML Core 2.0 § 3.4.1, § 3.3.2.2.1): the binding, the name, the authentication, in this order.
    ///
    /// - Throws: ``Refusal`` when the provider answers by another binding, has no such name, or authenticates in another
    ///   way. A request that demands nothing is not an error.
    init(_ request: AuthnRequest) throws(Refusal) {
        func refusal(_ code: String, _ reason: String) -> Refusal {
            Refusal(codes: [SAMLStatusCode.requester, code], reason: reason)
        }
        if let binding = request.protocolBinding, binding != EntityMetadata.Binding.post.rawValue {
            throw refusal(
                SAMLStatusCode.unsupportedBinding, "the provider answers by HTTP-POST, not by '\(binding.prefix(256))'")
        }
        let policy = request.nameIDPolicy ?? NameIDPolicy()
        switch policy.format {
        case nil, SAMLNames.unspecified, SAMLNames.persistent: nameKind = .persistent
        case SAMLNames.transient: nameKind = .transient
        case let format?:
            throw refusal(
                SAMLStatusCode.invalidNameIDPolicy, "the provider has no names of the format '\(format.prefix(256))'")
        }
        if let realm = policy.spNameQualifier, realm != request.issuer {
            throw refusal(
                SAMLStatusCode.invalidNameIDPolicy,
                "the provider has no names in the realm '\(realm.rawValue.prefix(256))'")
        }
        guard request.requestedAuthnContext?.isMetByPassword ?? true else {
            throw refusal(
                SAMLStatusCode.noAuthnContext, "the provider authenticates people by a password and in no other way")
        }
    }
}

/// About whom a request asks, as far as the provider knows them.
enum WantedPerson: Equatable {
    /// Whoever comes.
    case anybody
    /// The subscriber of this name.
    case subscriber(String)
    /// Somebody whom the provider does not know.
    case stranger

    /// Finds the person (SAML Core 2.0 § 3.3.4): by the user identifier, or by the name that the browser's session has for
    /// whoever asks.
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
            case nil, SAMLNames.unspecified, SAMLNames.persistent:
                provider.subscribers.first { $0.userID == subject.name }?.name
            case SAMLNames.transient:
                session.flatMap {
                    $0.transientNames?[request.issuer] == subject.name ? $0.subscriber : nil
                }
            default: nil
            }
        self = name.map(Self.subscriber) ?? .stranger
    }

    /// The subscriber's name; `nil` where it is not said.
    var name: String? { if case .subscriber(let name) = self { name } else { nil } }

    /// Whether an answer about a subscriber is about the person.
    func isMet(by subscriber: String) -> Bool {
        switch self {
        case .anybody: true
        case .subscriber(let name): name.utf8.elementsEqual(subscriber.utf8)
        case .stranger: false
        }
    }
}
