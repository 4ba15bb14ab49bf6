import TestSupport
import Testing

/// Libraries that we did not write judge every SAML response of the catalogue.
///
/// Where they differ from the manifest, and why, stands in `Scripts/catalogue_differences.py`.
@Suite("The catalogue of SAML responses, judged by other libraries", .waitsForPrograms)
struct CatalogueJudgesProgramTests {
    @Test("differs from signxml, xmlsec1, python3-saml and pysaml2 only where a reason is written down")
    func libraries() async throws {
        try await Script(name: "catalogue_judges.py", needs: ["xmlsec1"], checks: 6).judge()
    }
}
