import Foundation
package import HTTPTypes
package import TVSimStateStorage
import TVSimStructuredText

/// What a request carries that a service has given out: an access token, or the code of a session.
///
/// A server of several worlds finds the world of a request by it that has lost the world's name.
package struct IssuedIdentifier: Sendable, Hashable {
    /// What it is, for a sentence.
    package let noun: String
    private let document: String

    /// Reads a request; `nil` if it carries neither.
    package init?(in request: HTTPRequest) {
        if let code = Self.code(in: request.path ?? "") {
            (noun, document) = ("code", ServiceDocument.session(code).name)
        } else if let token = Self.token(in: request),
            let claims = try? ServiceKeys.accessTokens.verified(token)
        {
            (noun, document) = ("access token", ServiceDocument.client(ClientID(claims.sub)).name)
        } else {
            return nil
        }
    }

    /// Returns whether the service whose state is in a store has given it out.
    ///
    /// - Throws: `StateError` if the store cannot be read.
    package func isFrom(_ store: any StateStore) throws -> Bool {
        try store.read { try $0.document(named: document) != nil }
    }

    private static func token(in request: HTTPRequest) -> String? {
        let words = request.headerFields[.authorization]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Returns the segment of a path that looks like a code of the service.
    private static func code(in target: String) -> String? {
        target.prefix { $0 != "?" }.split(separator: "/").last { segment in
            (6...7).contains(segment.utf8.count)
                && segment.utf8.allSatisfy { octet in
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
                }
        }.map(String.init)
    }
}
