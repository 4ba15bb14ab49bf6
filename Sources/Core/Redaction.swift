package import TVSimStructuredText

/// Removes secrets from texts before they are stored.
///
/// A secret is replaced by a pseudonym, the first eight digits of its SHA-256 digest. Equal secrets have equal
/// pseudonyms, so that two traces can be compared.
package enum Redaction {
    /// Names whose values are always secret; case, spaces, `-` and `_` are ignored.
    private static let secretNames: Set<String> = [
        "accesstoken", "authorization", "clientsecret", "password", "samlresponse", "samlattributequeryresponse",
        "serializedtoken", "softwarestatement", "verificationtoken", "authenticationrequest", "mediatoken", "token",
        "idfv", "cookie", "setcookie",
    ]

    /// The minimum length of a run of token characters that is redacted in free text.
    ///
    /// Identifiers, digests in hexadecimal and the segments of paths are shorter; tokens, signatures and Base64 messages
    /// are longer.
    private static let shortestOpaqueRun = 96

    /// Replaces the values of secret names, and texts that look like tokens in the other values.
    package static func redact(_ details: [String: String]) -> [String: String] {
        var redacted = details
        for (name, value) in details {
            let safe = isSecret(name) ? pseudonym(of: value) : redact(value)
            if safe != value { redacted[name] = safe }
        }
        return redacted
    }

    /// Replaces the values of secret names at any depth, and texts that look like tokens in the other values.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - judgesNames: Whether the value of a secret name is a secret; `false` to judge the texts alone.
    /// - Returns: The value without secrets.
    package static func redact(_ value: JSONValue, byName judgesNames: Bool = true) -> JSONValue {
        switch value {
        case .string(let text): .string(redact(text))
        case .array(let items): .array(items.map { redact($0, byName: judgesNames) })
        case .object(let members):
            .object(
                Members(
                    uniqueKeysWithValues: members.map { name, member in
                        guard judgesNames, isSecret(name), case .string(let secret) = member else {
                            return (name, redact(member, byName: judgesNames))
                        }
                        return (name, .string(pseudonym(of: secret)))
                    }))
        default: value
        }
    }

    private static func isSecret(_ name: String) -> Bool {
        // Most names consist of lower-case letters and need no normalization.
        if name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
            return secretNames.contains(name)
        }
        return secretNames.contains(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    }

    /// Replaces texts that look like tokens.
    package static func redact(_ text: String) -> String {
        // Every decision is redacted, and most texts contain no token.
        guard mayHoldToken(text) else { return text }
        var result = ""
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let run = rest.prefix(while: isTokenByte)
            let plain = rest.dropFirst(run.count).prefix { !isTokenByte($0) }
            result += settled(String(Substring(run))) + Substring(plain)
            rest = rest[plain.endIndex...]
        }
        return result
    }

    /// Returns the pseudonym of a secret.
    package static func pseudonym(of secret: String) -> String {
        "\(mark)\(Hexadecimal.sha256(of: secret, octets: 4))>"
    }

    private static let mark = "<redacted "

    /// Returns whether a text stands for a secret that was removed.
    package static func isPseudonym(_ text: String) -> Bool { text.hasPrefix(mark) && text.hasSuffix(">") }

    /// Returns whether a text has a pseudonym.
    package static func hasPseudonym(_ text: String) -> Bool { text.contains(mark) }

    private static let shortestToken = 21

    /// `{"` in Base64, the beginning of every JSON Web Token.
    private static let startOfJWT = Array("eyJ".utf8)

    private static func settled(_ run: String) -> String {
        // Base64 contains slashes and `+` or `=`. Each segment of a path is checked separately.
        guard run.hasPrefix("/"), !run.contains(where: { $0 == "+" || $0 == "=" }) else { return judged(run) }
        return run.split(separator: "/", omittingEmptySubsequences: false).map { judged(String($0)) }
            .joined(separator: "/")
    }

    private static func judged(_ run: String) -> String {
        let octets = Array(run.utf8)
        guard octets.count < shortestOpaqueRun else { return pseudonym(of: run) }
        guard let start = octets.indices.first(where: { beginsJWT(octets[$0...]) && isBoundary($0, in: octets) }),
            octets.count - start >= shortestToken
        else { return run }
        let (before, token) = (octets[..<start], octets[start...])
        return String(decoding: before, as: UTF8.self) + pseudonym(of: String(decoding: token, as: UTF8.self))
    }

    /// Returns whether a value can begin at an index of a run: at its start, after a separator, or after a
    /// percent-encoded byte.
    private static func isBoundary(_ place: Int, in run: [UInt8]) -> Bool {
        guard place > 0 else { return true }
        return "=./+%".utf8.contains(run[place - 1]) || place >= 3 && run[place - 3] == UInt8(ascii: "%")
    }

    /// Returns whether a text contains a run of token characters that is long enough for a secret.
    private static func mayHoldToken(_ text: String) -> Bool {
        var length = 0
        return text.utf8.contains { byte in
            length = isTokenByte(byte) ? length + 1 : 0
            return length >= shortestToken
        }
    }

    private static func beginsJWT(_ octets: some Sequence<UInt8>) -> Bool {
        octets.starts(with: startOfJWT)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "+/=_-.%".utf8.contains(byte)
        }
    }
}
