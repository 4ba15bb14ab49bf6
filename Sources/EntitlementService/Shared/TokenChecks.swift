import Foundation
import HTTPTypes
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// Why a token does not count.
struct TokenFlaw: Error {
    let fate: InputFate
}

/// The checks of the tokens that identify a user, in the order in which a reader looks for a mistake.
struct TokenChecks {
    /// The header that has the token.
    let header: HTTPField.Name
    let now: Date

    /// Returns the claims of a token of the apps' own identity service, or the first check that it does not pass.
    ///
    /// Header - AD-Service-Token, Directives; Differences, S-40.
    static func ofIdentityService(
        _ token: String, requestor: ServiceConfiguration.Requestor, at now: Date
    ) -> Result<SharedIdentity.Claims, TokenFlaw> {
        let checks = TokenChecks(header: .serviceToken, now: now)
        do throws(TokenFlaw) {
            let read = try checks.signature(token, allowsPadding: false)
            try checks.isSigned(read, for: requestor)
            let claims = try checks.claims(of: read)
            guard claims.iss != ServiceTokens.issuer else {
                throw checks.flaw(
                    .iss, found: Naming.quoted(ServiceTokens.issuer),
                    expected: "another one, because this is the issuer of the single sign-on service")
            }
            // The documentation writes the audience with and without a capital letter.
            guard let names = claims.aud?.names, names.contains(where: { $0.lowercased() == "adobe" }) else {
                throw checks.flaw(
                    .aud, found: claims.aud.map { Naming.list($0.names) } ?? "missing",
                    expected: "'Adobe', in any case")
            }
            if claims.iat == nil { throw checks.flaw(.iat, found: "missing", expected: "the time of issue") }
            if claims.exp == nil { throw checks.flaw(.exp, found: "missing", expected: "the end of the validity") }
            try checks.holds(claims)
            return .success(claims)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the claims of a platform's token, or the first check that it does not pass.
    ///
    /// Differences, S-41.
    static func ofPlatform(
        _ token: String, in header: HTTPField.Name, at now: Date
    ) -> Result<SharedIdentity.Claims, TokenFlaw> {
        let checks = TokenChecks(header: header, now: now)
        do throws(TokenFlaw) {
            let claims = try checks.claims(of: try checks.signature(token, allowsPadding: true))
            try checks.holds(claims)
            return .success(claims)
        } catch {
            return .failure(error)
        }
    }

    func flaw(_ check: InputCheck, found: String, expected: String) -> TokenFlaw {
        TokenFlaw(fate: InputFate(header.rawName, check, found: found, expected: expected))
    }

    /// Reads a token without verifying it.
    func signature(_ token: String, allowsPadding: Bool) throws(TokenFlaw) -> WebSignature {
        if let read = WebSignature(token, allowsPadding: allowsPadding) { return read }
        throw flaw(
            .form, found: Self.form(of: token), expected: "a JWS of three parts (RFC 7515, 7.1), and nothing else")
    }

    /// Describes the form of a text that is not a token, without its content.
    static func form(of token: String) -> String {
        if token.isEmpty { return "an empty text" }
        if token.lowercased().hasPrefix("bearer ") { return "'Bearer' before the token" }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count
        if parts == 5 { return "five parts, as those of an encrypted token (JWE)" }
        guard parts == 3 else { return Naming.count(parts, "part") }
        return token.utf8.contains(UInt8(ascii: "="))
            ? "three parts with the padding of Base64" : "three parts, of which the first is not JSON in Base64url"
    }

    /// Returns what is wrong with a token that one of the service's keys does not verify.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - verifier: The key.
    ///   - key: The key, for a sentence.
    /// - Returns: The fate of the token.
    func foreign(_ token: String, to verifier: PublicKey?, key: String) -> InputFate {
        do throws(TokenFlaw) {
            let read = try signature(token, allowsPadding: false)
            guard read.algorithm == "RS256" else {
                return flaw(.alg, found: read.algorithm.map(Naming.quoted) ?? "missing", expected: "'RS256'").fate
            }
            if let names = read.extensions {
                return flaw(.crit, found: Naming.list(names), expected: "a header without it").fate
            }
            guard let verifier, !read.isSigned(by: verifier) else {
                return flaw(.form, found: "other claims than its kind has", expected: "a token by \(key)").fate
            }
            return flaw(
                .signature, found: Self.maker(of: read, insteadOf: verifier), expected: "one by \(key)"
            ).fate
        } catch {
            return error.fate
        }
    }

    private func isSigned(
        _ token: WebSignature, for requestor: ServiceConfiguration.Requestor
    ) throws(TokenFlaw) {
        // Only the single sign-on service names itself as the issuer, and its key cannot be set.
        if (try? claims(of: token))?.iss == ServiceTokens.issuer {
            throw flaw(
                .signature, found: "by another key than that of the single sign-on service, which is its iss",
                expected: "a token of POST \(Endpoint.serviceToken.template)")
        }
        guard let pem = requestor.serviceTokenCertificate else {
            throw flaw(
                .certificate, found: "not set for '\(requestor.id)'",
                expected: "the certificate of the identity service that signed the token")
        }
        guard let key = Certificate(pem: pem)?.publicKey, (key.rsaBits ?? 0) >= TrustedCertificate.smallestRSAKey else {
            throw flaw(
                .certificate,
                found: "no certificate with an RSA key of \(TrustedCertificate.smallestRSAKey) bits or more",
                expected: "one in PEM")
        }
        guard token.algorithm == "RS256" else {
            throw flaw(.alg, found: token.algorithm.map(Naming.quoted) ?? "missing", expected: "'RS256'")
        }
        if let names = token.extensions {
            throw flaw(.crit, found: Naming.list(names), expected: "a header without it")
        }
        guard token.isSigned(by: key) else {
            throw flaw(
                .signature, found: Self.maker(of: token, insteadOf: key),
                expected: "one by the key of serviceTokenCertificate of '\(requestor.id)'")
        }
    }

    /// Says who made a signature that a key does not verify: a signature by the key itself tells its digest.
    private static func maker(of token: WebSignature, insteadOf key: PublicKey) -> String {
        guard let hash = token.hash(signedBy: key) else { return "by another key, or was itself changed" }
        return hash == .sha256
            ? "by that key, but the header or the payload was changed after it was signed"
            : "by that key with \(hash.title), and alg names SHA-256"
    }

    /// Reads the claims of a token.
    private func claims(of token: WebSignature) throws(TokenFlaw) -> SharedIdentity.Claims {
        if let claims = SharedIdentity.Claims(token) { return claims }
        guard case .object(let members)? = try? JSONValue(json: token.payload) else {
            throw flaw(.form, found: "a payload that is not a JSON object", expected: "the claims of a user")
        }
        guard members["sub"]?.string != nil else {
            throw flaw(.sub, found: members["sub"] == nil ? "missing" : "no text", expected: "the user")
        }
        throw flaw(
            .form, found: "a claim of another type",
            expected: "texts in iss and sub, a text or texts in aud, and numbers in iat, nbf and exp")
    }

    private func holds(_ claims: SharedIdentity.Claims) throws(TokenFlaw) {
        let seconds = now.timeIntervalSince1970
        if let start = claims.nbf, start > seconds {
            throw flaw(.nbf, found: Naming.instant(start), expected: "at most \(Naming.time(now))")
        }
        if let end = claims.exp, end <= seconds {
            throw flaw(.exp, found: Naming.instant(end), expected: "later than \(Naming.time(now))")
        }
    }
}
