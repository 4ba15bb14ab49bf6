import TVSimCore
import TVSimStructuredText

/// Knows where the secrets of a world come from, without keeping them.
///
/// Clients have letters and tokens have numbers in the order of their issue. What the simulator has not issued is numbered
/// in the order of its appearance, so that equal runs tell equal things, and a number says nothing about the value.
package struct SecretLedger: Sendable {
    private struct Token: Sendable {
        var fact: TokenFact
        var expires: Double
    }

    /// A digest of a secret or of a text that is compared.
    private typealias Digest = String

    private var clients: [String: String] = [:]
    private var secretsOfClients: [Digest: String] = [:]
    private var tokens: [Digest: Token] = [:]
    private var tokenCounts: [String: Int] = [:]
    private var unknown: [Digest: Int] = [:]
    private var numbers: [String: [Digest: Int]] = [:]

    /// Creates a ledger without secrets.
    package init() {}

    private static func digest(_ text: String) -> Digest { Hexadecimal.sha256(of: text, octets: 16) }

    /// Returns the letters of the client with an identifier; `nil` if it did not register here.
    func client(_ identifier: String) -> String? { clients[identifier] }

    /// Learns of a registration.
    ///
    /// - Returns: The letters of the client.
    mutating func register(_ identifier: String, secret: String?) -> String {
        let name = clients[identifier] ?? Self.letters(clients.count)
        clients[identifier] = name
        if let secret { secretsOfClients[Self.digest(secret)] = name }
        return name
    }

    /// Learns of the issue of an access token, whose lifetime may be any number of another server.
    mutating func issue(_ token: String, to client: String?, by entry: Int, at now: Double, for lifetime: Int)
        -> TokenFact
    {
        let (owner, lifetime) = (client ?? "?", lifetime.limited)
        tokenCounts[owner, default: 0] += 1
        let fact = TokenFact(
            number: tokenCounts[owner], client: client, issuedBy: entry, lifetime: lifetime, remaining: lifetime)
        tokens[Self.digest(token)] = Token(fact: fact, expires: now + Double(lifetime))
        return fact
    }

    /// Returns the provenance of an access token.
    func token(_ text: String, at now: Double) -> TokenFact {
        guard var token = tokens[Self.digest(text)] else { return TokenFact() }
        token.fact.remaining = Int(limiting: (token.expires - now).rounded(.down))
        return token.fact
    }

    /// Returns the description of an access token.
    mutating func text(of fact: TokenFact, _ token: String) -> String {
        guard let number = fact.number else { return describe(token) }
        let left = fact.remaining ?? 0
        let validity = left > 0 ? "valid for \(Self.duration(left))" : "ended \(Self.duration(-left)) ago"
        let owner = fact.client.map { "client \($0)" } ?? "an unknown client"
        return "access token \(number) of \(owner), issued by entry \(fact.issuedBy ?? 0), \(validity)"
    }

    /// Returns the description of a client's secret.
    mutating func text(ofClientSecret secret: String) -> String {
        secretsOfClients[Self.digest(secret)].map { "the secret of client \($0)" } ?? describe(secret)
    }

    /// Returns the description of a secret that the simulator has not issued.
    mutating func describe(_ secret: String) -> String {
        let digest = Self.digest(secret)
        let number = unknown[digest] ?? unknown.count + 1
        unknown[digest] = number
        return "unknown secret \(number), \(secret.utf8.count) octets"
    }

    /// Returns a number that is equal for equal texts of a sort, in the order of their appearance.
    mutating func number(of text: String, among sort: String) -> Int {
        let digest = Self.digest(text)
        let number = numbers[sort]?[digest] ?? (numbers[sort]?.count ?? 0) + 1
        numbers[sort, default: [:]][digest] = number
        return number
    }

    private static func letters(_ number: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(65 + number % 26)))
        return number < 26 ? letter : letters(number / 26 - 1) + letter
    }

    private static func duration(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60)
        if hours > 0 { return minutes > 0 ? "\(hours)h\(minutes)m" : "\(hours)h" }
        return minutes > 0 ? "\(minutes)m" : "\(seconds)s"
    }
}
