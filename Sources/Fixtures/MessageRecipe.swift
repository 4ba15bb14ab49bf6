package import Foundation
package import TVSimXMLSecurity

/// A message in the query of an address (HTTP-Redirect): a valid one, at most one defect, and the expected verdict.
package struct MessageRecipe: Sendable {
    /// The kinds of messages.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A service provider asks an identity provider to sign in a user.
        case authnRequest = "AuthnRequest"
        /// A service provider asks an identity provider to end a user's session.
        case logoutRequest = "LogoutRequest"
        /// An identity provider answers a request to end a session.
        case logoutResponse = "LogoutResponse"
    }

    /// The defect of a message.
    package enum Defect: Sendable {
        /// No defect.
        case none
        /// Changes the XML.
        case xml(@Sendable (String) -> String)
        /// Encodes the XML in another way than by DEFLATE.
        case octets(@Sendable (Data) -> Data)
        /// Changes the query that is signed.
        case signedQuery(@Sendable (String) -> String)
        /// Changes the signed query.
        case query(@Sendable (String) -> String)
        /// Another key signs.
        case impostor
        /// The algorithm of the signature.
        case algorithm(SignatureAlgorithm)
    }

    /// The kind of message.
    package var kind: Kind
    /// The defect.
    package var defect = Defect.none
    /// Whether the receiver accepts the message.
    package var isAccepted = true
    /// The expected verdict on the signature of the query.
    package var signature = ResponseRecipe.Signature.genuine
    /// The tools whose verdicts differ, and the reasons.
    package var exceptions: [ResponseRecipe.Exception] = []
    /// The relay state; `nil` if the query has none.
    package var relayState: String? = FixtureMessage.relayState
    /// Changes the query that is signed, in the variant without the defect too.
    package var spelling: @Sendable (String) -> String = { $0 }
    /// Changes the signed query, in the variant without the defect too.
    package var order: @Sendable (String) -> String = { $0 }

    /// Creates the recipe of a valid message.
    package init(_ kind: Kind) { self.kind = kind }

    /// The expected verdict in one word: `valid` or `refused`.
    package var verdictWord: String { isAccepted ? "valid" : "refused" }

    /// The same message without the defect.
    package var healthy: MessageRecipe {
        var twin = self
        (twin.defect, twin.isAccepted, twin.signature, twin.exceptions) = (.none, true, .genuine, [])
        return twin
    }

    /// Returns whether a tool is expected to accept the message.
    package func accepts(_ judge: String) -> Bool {
        exceptions.first { $0.judge == judge }?.accepts ?? isAccepted
    }
}
