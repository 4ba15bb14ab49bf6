import TVSimCryptography
import Testing

@Suite("A proof key") struct ProofKeyTests {
    @Test("has the challenge of the standard's example (RFC 7636, B)")
    func challenge() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(ProofKey.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey.isValid(verifier))
    }

    @Test("has 43 to 128 unreserved characters (RFC 7636, 4.1)")
    func form() {
        for (length, isValid) in [(42, false), (43, true), (128, true), (129, false)] {
            #expect(ProofKey.isValid(String(repeating: "~", count: length)) == isValid)
        }
        for character in ["+", "/", "=", " ", "é"] {
            #expect(!ProofKey.isValid(String(repeating: "a", count: 43) + character))
        }
    }
}
