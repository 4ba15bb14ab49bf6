import TestSupport
import Testing

/// `tvsim live` at parties that we did not write, each with a switch for every fault that a run must find.
///
/// The sentences that are shown stand in the scripts. `THOROUGH=1` adds the slow ones.
@Suite("A run against a party of the user's own", .waitsForPrograms)
struct LivePartyProgramTests {
    @Test("finds the planted faults of python3-saml, and no others, in whatever way its application answers")
    func python3SAML() async throws {
        try await Script(name: "live_sp_python3_saml.py", checks: Thoroughness.isFull ? 8 : 3).judge()
    }

    @Test("finds the planted faults of pysaml2, and no others")
    func pysaml2() async throws {
        try await Script(
            name: "live_sp_pysaml2.py", needs: ["xmlsec1"], checks: Thoroughness.isFull ? 8 : 2
        ).judge()
    }

    @Test("finds the planted faults of an identity provider that is pysaml2, and no others, and shows no password")
    func identityProvider() async throws {
        try await Script(name: "live_idp_pysaml2.py", needs: ["xmlsec1"], checks: 3).judge()
    }

    @Test("finds at the example of the documentation what the documentation says, and judges its logouts")
    func example() async throws {
        try await Script(name: "live_sp_example.py", checks: 2).judge()
    }

    @Test("agrees with the simulated service provider")
    func simulated() async throws {
        try await Script(name: "live_sp_simulated.py", checks: 3).judge()
    }
}
