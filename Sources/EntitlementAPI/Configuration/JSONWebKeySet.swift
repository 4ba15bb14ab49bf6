/// Public keys in JSON (RFC 7517, 5).
package struct JSONWebKeySet: Codable, Hashable, Sendable {
    /// A public RSA key for signatures (RFC 7518, 6.3.1).
    package struct Key: Codable, Hashable, Sendable {
        /// The type of the key.
        package var kty = "RSA"
        /// What the key is for.
        package var use = "sig"
        /// The algorithm of the signatures.
        package var alg = "RS256"
        /// The name of the key.
        package var kid: String
        /// The modulus, in Base64 for URLs.
        package var n: String
        /// The exponent, in Base64 for URLs.
        package var e: String

        /// Creates a key.
        package init(kid: String, n: String, e: String) {
            self.kid = kid
            self.n = n
            self.e = e
        }
    }

    /// The keys.
    package var keys: [Key]

    /// Creates a set.
    package init(keys: [Key]) { self.keys = keys }
}
