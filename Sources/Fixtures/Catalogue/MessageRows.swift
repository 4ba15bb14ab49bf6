import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Requests and logout messages in the query of an address, whose signature covers the query (SAML Bindings 2.0, 3.4).
enum MessageRows {
    static let all = valid + signatures + queries + contents

    private static func valid(
        _ name: String, _ kind: MessageRecipe.Kind, _ summary: String, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = [], _ change: (inout MessageRecipe) -> Void = { _ in }
    ) -> FixtureCase {
        var recipe = MessageRecipe(kind)
        recipe.exceptions = exceptions
        change(&recipe)
        return FixtureCase(
            name, .redirect, summary, why: why, resembles: resembles, isDefective: false, .message(recipe))
    }

    private static func refused(
        _ name: String, _ kind: MessageRecipe.Kind, _ summary: String, _ defect: MessageRecipe.Defect,
        _ signature: ResponseRecipe.Signature = .genuine, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = [], _ change: (inout MessageRecipe) -> Void = { _ in }
    ) -> FixtureCase {
        var recipe = MessageRecipe(kind)
        (recipe.defect, recipe.isAccepted, recipe.signature) = (defect, false, signature)
        recipe.exceptions = exceptions
        change(&recipe)
        return FixtureCase(name, .redirect, summary, why: why, resembles: resembles, .message(recipe))
    }

    private static func accepted(_ why: String) -> ResponseRecipe.Exception {
        .init(judge: "python3-saml", accepts: true, why: why)
    }

    // MARK: - Valid messages

    private static let valid = [
        valid(
            "authnRequestInURL", .authnRequest, "An AuthnRequest in the query of an address (HTTP-Redirect), signed.",
            why: "This is the valid counterpart of the requests. An identity provider must ask the user to sign in."),
        valid(
            "logoutRequest", .logoutRequest, "A LogoutRequest in the query of an address (HTTP-Redirect), signed.",
            why: "This is the valid counterpart of the logout requests. A browser without a session is signed out."),
        valid(
            "logoutResponse", .logoutResponse,
            "A LogoutResponse to a logout, in the query of an address (HTTP-Redirect), signed.",
            why: "This is the valid counterpart of the logout responses. The service provider must end the logout."),
        valid(
            "lowerCaseEscapes", .logoutRequest, "The query was signed with escapes in lower case (%2f).",
            why:
                "Entra ID and AD FS send them. A receiver must verify the bytes as they were sent, and not encode them again."
        ) { $0.spelling = lowerCase },
        valid(
            "lowerCaseEscapesOfResponse", .logoutResponse, "The answer was signed with escapes in lower case (%2f).",
            why:
                "Entra ID and AD FS send them. A receiver must verify the bytes as they were sent, and not encode them again."
        ) { $0.spelling = lowerCase },
        valid(
            "plusForBlank", .logoutRequest, "The relay state has a blank, which is written as '+'.",
            why: "Form encoding writes a blank so. A receiver that encodes again signs '%20' and refuses the message."
        ) {
            $0.relayState = "a b"
            $0.spelling = { $0.replacing("a%20b", with: "a+b") }
        },
        valid(
            "otherOrder", .logoutRequest, "The parameters are in another order than the signed one.",
            why: "The standard fixes the order of the signed text, and not that of the query."
        ) { $0.order = { $0.split(separator: "&").reversed().joined(separator: "&") } },
        valid(
            "withoutRelayState", .authnRequest, "The request has no relay state.",
            why: "RelayState is optional, and is then missing in the signed text too."
        ) { $0.relayState = nil },
        valid(
            "namedEncoding", .logoutResponse, "The query names the encoding (SAMLEncoding), which is the default one.",
            why: "The parameter is allowed and is not signed. A receiver that signs everything refuses it."
        ) {
            $0.order = {
                $0 + "&SAMLEncoding=urn%3Aoasis%3Anames%3Atc%3ASAML%3A2.0%3Abindings%3AURL-Encoding%3ADEFLATE"
            }
        },
    ]

    private static func lowerCase(_ query: String) -> String {
        query.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
    }

    // MARK: - Signatures

    private static let signatures = [
        refused(
            "redirectUnsigned", .logoutRequest, "The query has no SigAlg and no Signature.",
            .query { String($0.split(separator: "&SigAlg=")[0]) }, .absent,
            why: "Anyone can make this link, and sign out a user who opens it."),
        refused(
            "logoutResponseUnsigned", .logoutResponse, "The query of the answer has no SigAlg and no Signature.",
            .query { String($0.split(separator: "&SigAlg=")[0]) }, .absent,
            why: "Anyone can tell the service provider that the session has ended."),
        refused(
            "redirectByOtherKey", .logoutRequest, "Another key signed the query.", .impostor, .broken,
            why: "A receiver must verify with the key of the party that the message names as its issuer."),
        refused(
            "redirectBySHA1", .authnRequest, "The query is signed with RSA and SHA-1.", .algorithm(.rsaSHA1), .genuine,
            why: "SHA-1 collisions are affordable, so the algorithm must be refused before it is computed."),
        refused(
            "redirectReencoded", .logoutRequest,
            "The query was signed with upper-case escapes and has lower-case ones.",
            .query { query in
                let parts = query.split(separator: "&Signature=")
                return lowerCase(String(parts[0])) + "&Signature=" + parts[1]
            }, .broken,
            why: "The signed bytes are those of the query as it was sent (SAML Bindings 2.0, 3.4.4.1)."),
        refused(
            "redirectSignedInOtherOrder", .authnRequest, "The signed text begins with the relay state.",
            .signedQuery { query in
                let parts = query.split(separator: "&").map(String.init)
                return "\(parts[1])&\(parts[0])&\(parts[2])"
            }, .broken,
            why: "The standard fixes the order of the signed text: message, RelayState, SigAlg."),
        refused(
            "relayStateChanged", .logoutResponse, "The relay state was changed after signing.",
            .query { $0.replacing(/RelayState=[^&]*/, with: "RelayState=evil") }, .broken,
            why: "The relay state decides where the user goes next, so the signature covers it."),
        refused(
            "relayStateRemoved", .logoutRequest, "The relay state was removed after signing.",
            .query { $0.replacing("&RelayState=fixture", with: "") }, .broken,
            why: "A removed parameter changes the signed text as a changed one does."),
    ]

    // MARK: - Queries

    private static let queries = [
        refused(
            "messageTwice", .logoutRequest, "The query has SAMLRequest twice; the second one is not signed.",
            .query { $0 + "&SAMLRequest=" + unsigned(named: "attacker") }, .genuine,
            why: "One part of a program verifies the first parameter, and another part reads the last one.",
            resembles: "CVE-2025-27773 (another parameter than the signed one is read)"),
        refused(
            "unsignedMessageFirst", .logoutRequest, "The query has SAMLRequest twice; the first one is not signed.",
            .query { "SAMLRequest=" + unsigned(named: "attacker") + "&" + $0 }, .broken,
            why: "One part of a program reads the first parameter, and another part verifies the last one.",
            resembles: "CVE-2025-27773 (another parameter than the signed one is read)"),
        refused(
            "relayStateTwice", .logoutResponse, "The query has RelayState twice; the second one is not signed.",
            .query { $0 + "&RelayState=evil" }, .genuine,
            why: "Libraries disagree about which of two parameters they return."),
        refused(
            "responseBesideRequest", .logoutRequest,
            "The query has a signed SAMLRequest under an escaped name, and an unsigned one under the right name.",
            .query {
                $0.replacing("SAMLRequest=", with: "SAMLReques%74=") + "&SAMLRequest=" + unsigned(named: "attacker")
            }, .broken,
            why: "A library decodes the names before it compares them, and then has two messages.",
            resembles: "CVE-2025-27773 (another parameter than the signed one is read)"),
        refused(
            "longRelayState", .authnRequest, "The relay state has 81 bytes.",
            .signedQuery {
                $0.replacing("RelayState=fixture", with: "RelayState=" + String(repeating: "a", count: 81))
            },
            why: "The limit is 80 bytes (SAML Bindings 2.0, 3.4.3). Longer ones fail at other receivers."),
        refused(
            "notDeflated", .logoutRequest, "The message is Base64 without DEFLATE.", .octets { $0 }, .genuine,
            why: "HTTP-POST sends messages so, and HTTP-Redirect does not. A receiver must not guess.",
            but: [accepted("python3-saml reads what does not inflate as it is")]),
        refused(
            "inflatesToMegabytes", .logoutRequest, "Two kilobytes of the query inflate to two megabytes.",
            .xml { $0.replacing("</samlp:LogoutRequest>", with: blanks + "</samlp:LogoutRequest>") }, .genuine,
            why: "A receiver needs a limit while it inflates, because the size of the query says nothing.",
            but: [accepted("python3-saml has no limit")]),
    ]

    private static let blanks = String(repeating: " ", count: 2_000_000)

    /// Returns the encoded text of an unsigned logout request.
    private static func unsigned(named id: String) -> String {
        let message = try? FixtureMessage(MessageRecipe(.logoutRequest), name: id, seed: 0)
        return message?.query.split(separator: "&")[0].split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    }

    // MARK: - Contents

    private static func changed(
        _ name: String, _ kind: MessageRecipe.Kind, _ summary: String,
        _ old: @escaping @autoclosure @Sendable () -> String, _ new: @escaping @autoclosure @Sendable () -> String,
        why: String, but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        refused(name, kind, summary, .xml { $0.replacing(old(), with: new()) }, why: why, but: exceptions)
    }

    private static func issuer(_ kind: MessageRecipe.Kind) -> String {
        ">\(XMLEscaping.escape(kind.issuer))</saml:Issuer>"
    }

    private static func stranger(_ kind: MessageRecipe.Kind) -> String {
        ">\(XMLEscaping.escape(FixtureParties.current.exchange(kind).stranger))</saml:Issuer>"
    }

    private static func destination(_ kind: MessageRecipe.Kind) -> String {
        " Destination=\"\(XMLEscaping.escape(kind.destination))\""
    }

    private static func otherDestination(_ kind: MessageRecipe.Kind) -> String {
        " Destination=\"\(XMLEscaping.escape(FixtureParties.current.exchange(kind).otherDestination))\""
    }

    private static let contents = [
        changed(
            "authnRequestWithDigitFirstID", .authnRequest, "The ID of the AuthnRequest begins with a digit.",
            " ID=\"_", " ID=\"6", why: "An XML ID begins with a letter or '_', and Entra ID refuses any other."),
        changed(
            "logoutRequestWithDigitFirstID", .logoutRequest, "The ID of the LogoutRequest begins with a digit.",
            " ID=\"_", " ID=\"6", why: "An XML ID begins with a letter or '_', and Entra ID refuses any other."),
        changed(
            "logoutRequestExpired", .logoutRequest,
            "The LogoutRequest expired ten minutes before it is read (NotOnOrAfter).",
            " Reason=", " NotOnOrAfter=\"\(SAMLInstant.format(FixtureParties.current.instant - 600))\" Reason=",
            why: "A link to a logout that never expires signs the user out each time it is opened."),
        changed(
            "logoutRequestToOtherDestination", .logoutRequest, "The Destination is the address of another provider.",
            destination(.logoutRequest), otherDestination(.logoutRequest),
            why: "A signed message for one receiver must not be usable at another one."),
        changed(
            "logoutRequestOfStranger", .logoutRequest, "The issuer of the LogoutRequest is unknown.",
            issuer(.logoutRequest), stranger(.logoutRequest),
            why: "The key that signed belongs to another party than the one that the message names."),
        changed(
            "logoutRequestWithoutName", .logoutRequest, "The LogoutRequest names no user.",
            FixtureParties.nameEnd, "></saml:NameID>",
            why: "A receiver that treats a missing name as any user ends everybody's sessions.",
            but: [accepted("python3-saml leaves the name to the program")]),
        changed(
            "logoutResponseToOtherRequest", .logoutResponse, "The answer names another request (InResponseTo).",
            FixtureParties.inResponseTo, " InResponseTo=\"_other\"",
            why: "An old answer must not end a new logout."),
        changed(
            "logoutResponseToNoRequest", .logoutResponse, "The answer names no request (InResponseTo is missing).",
            FixtureParties.inResponseTo, "",
            why: "An answer that belongs to no request may have been recorded.",
            but: [accepted("python3-saml compares InResponseTo only if there is one")]),
        changed(
            "logoutResponseToOtherDestination", .logoutResponse, "The Destination of the answer is another address.",
            destination(.logoutResponse), otherDestination(.logoutResponse),
            why: "A signed message for one receiver must not be usable at another one."),
        changed(
            "logoutResponseOfStranger", .logoutResponse, "The issuer of the answer is another provider.",
            issuer(.logoutResponse), stranger(.logoutResponse),
            why: "Only the asked provider can answer."),
        changed(
            "responseAsLogoutResponse", .logoutResponse, "A Response stands in place of the LogoutResponse.",
            "LogoutResponse", "Response", why: "A receiver must compare the name of the message, not only its parts."),
    ]
}
