import Foundation
package import TVSimSAML

/// Responses that teach how a party shows whether it accepts one: valid ones, and ones in which no reader finds a user.
package enum LiveProbe {
    /// Makes a valid response with a signature on an element.
    ///
    /// - Throws: ``XMLError`` if a key is unusable.
    package static func good(
        signing signed: SignedElements, for parties: FixtureParties
    ) throws -> LiveFixture.Made {
        var parties = parties
        parties.signed = signed
        return try (LiveFixture["honest"] ?? LiveFixture.responses[0]).make(for: parties)
    }

    /// Makes a refusal without an assertion and without a signature, in Base64.
    ///
    /// - Throws: ``XMLError`` if a key is unusable.
    package static func unsignedRefusal(for parties: FixtureParties) throws -> String {
        let seed = UInt64.random(in: 0...UInt64.max)
        return try LiveFixture.forming(parties, seed: seed) {
            var recipe = ResponseRecipe()
            recipe.signed = .neither
            recipe.defect = .content {
                $0.statusCodes = [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed]
            }
            return try FixtureResponse(recipe, name: "unsignedRefusal", seed: seed)?.base64 ?? ""
        }
    }

    /// A JSON text in place of a response, in Base64.
    package static func json() -> String { Data(#"{"answer": "none"}"#.utf8).base64EncodedString() }

    /// Makes an answer to a logout with a text in place of the LogoutResponse, signed as a valid one is.
    ///
    /// - Throws: ``XMLError`` if a key is unusable.
    package static func unreadableLogoutResponse(
        _ text: String, for parties: FixtureParties
    ) throws -> LiveFixture.Made {
        let seed = UInt64.random(in: 0...UInt64.max)
        return try LiveFixture.forming(parties, seed: seed) {
            var recipe = MessageRecipe(.logoutResponse)
            recipe.defect = .octets { _ in (try? Deflate.compress(Data(text.utf8))) ?? Data() }
            let message = try FixtureMessage(recipe, name: "unreadableLogoutResponse", seed: seed)
            return .init(xml: Data(text.utf8), samlResponse: "", query: message.query, names: [])
        }
    }

    /// Makes the first half of a valid response, in Base64.
    ///
    /// - Throws: ``XMLError`` if a key is unusable.
    package static func half(for parties: FixtureParties) throws -> String {
        let whole = try good(signing: .assertion, for: parties).xml
        return whole.prefix(whole.count / 2).base64EncodedString()
    }
}
