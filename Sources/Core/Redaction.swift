package import TVSimStructuredText

/// Removes secrets from texts before they are stored.
///
/// A secret is replaced by a pseudonym, the first eight digits of its SHA-256 digest. Equal secrets have equal
/// pseudonyms, so that two traces can be compared.
package enum Redaction {
    /// How the value of a name is shown.
    package enum Treatment: Sendable {
        /// It is replaced by a pseudonym.
        case secret
        /// It is shown as it was sent, although it may look like a token: what a client got wrong in it must be seen.
        case open
        /// It is shown, with a pseudonym for each part that looks like a token.
        case judged
    }

    /// Names whose values are always secret, in lower case and without spaces, `-` and `_`.
    ///
    /// A name that ends with one of ``secretEndings`` needs no line here.
    private static let secretNames: Set<String> = [
        "authorization", "proxyauthorization", "samlresponse", "samlattributequeryresponse", "softwarestatement",
        "authenticationrequest", "idfv", "cookie", "setcookie", "aptemppassidentity", "xssoid", "xssolink",
        "codeverifier", "assertion",
    ]
    private static let secretEndings = ["token", "secret", "password", "apikey"]
    /// The headers that describe the device: they are not secret.
    private static let openNames: Set<String> = ["apdeviceidentifier", "xdeviceinfo", "appartnerframeworkstatus"]
    /// The members whose `code` is one that a provider sends to its user.
    private static let holdersOfCodes: Set<String> = ["subscribers", "signin"]

    /// The minimum length of a run of token characters that is redacted in free text.
    ///
    /// Identifiers, digests in hexadecimal and the segments of paths are shorter; tokens, signatures and Base64 messages
    /// are longer.
    private static let shortestOpaqueRun = 96

    /// Returns how the value of a header, of a field or of a member is shown.
    package static func treatment(of name: String) -> Treatment {
        let plain = normalized(name)
        if secretNames.contains(plain) || secretEndings.contains(where: plain.hasSuffix) { return .secret }
        return openNames.contains(plain) ? .open : .judged
    }

    private static func normalized(_ name: String) -> String {
        // Most names consist of lower-case letters.
        if name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) { return name }
        return name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Returns a value as it is shown; a pseudonym stays what it is.
    ///
    /// - Parameters:
    ///   - value: The value of a header, of a field or of a member.
    ///   - name: Its name.
    /// - Returns: The value without secrets.
    package static func redact(_ value: String, named name: String) -> String {
        switch treatment(of: name) {
        case .secret: isPseudonym(value) ? value : pseudonym(of: value)
        case .open: value
        case .judged: redact(value)
        }
    }

    /// Replaces the values of secret names, and texts that look like tokens in the other values.
    package static func redact(_ details: [String: String]) -> [String: String] {
        var redacted = details
        for (name, value) in details {
            let safe = redact(value, named: name)
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
        redact(value, isSecret: false, isOfCode: false, judgesNames)
    }

    private static func redact(
        _ value: JSONValue, isSecret: Bool, isOfCode: Bool, _ judgesNames: Bool
    ) -> JSONValue {
        switch value {
        case .string(let text): return .string(isSecret ? redact(text, named: "token") : redact(text))
        case .integer, .number:
            guard isSecret, let text = try? JSONText.line(value) else { return value }
            return .string(pseudonym(of: text))
        case .array(let items):
            return .array(items.map { redact($0, isSecret: isSecret, isOfCode: isOfCode, judgesNames) })
        case .object(let members):
            return .object(
                Members(
                    uniqueKeysWithValues: members.map { name, member in
                        let isHidden =
                            judgesNames
                            && (treatment(of: name) == .secret || isOfCode && name == "code")
                        let holdsCode = isOfCode || holdersOfCodes.contains(normalized(name))
                        return (name, redact(member, isSecret: isHidden, isOfCode: holdsCode, judgesNames))
                    }))
        case .bool, .null: return value
        }
    }

    /// Returns the fields of a query or of a form without secrets.
    ///
    /// What has no secret stays as it was sent, octet for octet. The value of a field that cannot be decoded is a secret,
    /// and so is all of a field whose name is none, such as JSON that is called a form.
    ///
    /// - Parameters:
    ///   - fields: The fields, percent-encoded.
    ///   - isBody: Whether they are a body, in which a text without a value is not a name.
    ///   - hides: Returns whether the value of a name is a secret for another reason than its name.
    /// - Returns: The fields, percent-encoded.
    package static func redact(
        form fields: some StringProtocol, isBody: Bool = false, hiding hides: (String) -> Bool = { _ in false }
    ) -> String {
        fields.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormCoding.decode(String(parts[0]))?.first?.name, isFieldName(name) else {
                return pair.isEmpty ? "" : PercentCoding.encode(pseudonym(of: String(pair)))
            }
            guard parts.count == 2 else {
                return isBody ? PercentCoding.encode(pseudonym(of: String(pair))) : redact(String(pair))
            }
            guard let value = FormCoding.decode(String(pair))?.first?.value else {
                return "\(parts[0])=" + PercentCoding.encode(pseudonym(of: String(parts[1])))
            }
            let safe = hides(name) ? pseudonym(of: value) : redact(value, named: name)
            return safe == value ? String(pair) : "\(parts[0])=" + PercentCoding.encode(safe)
        }.joined(separator: "&")
    }

    /// Returns whether a text can be the name of a field; what is none is not shown as a name.
    package static func isFieldName(_ name: String) -> Bool {
        name.utf8.count < shortestOpaqueRun
            && name.utf8.allSatisfy { isTokenByte($0) && !"=/%+".utf8.contains($0) || "[]:$".utf8.contains($0) }
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
