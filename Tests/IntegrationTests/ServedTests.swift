import TestSupport
import Testing

/// The built program as its users meet it: started as a process, driven by programs that we did not write.
///
/// The sentences that are shown stand in the scripts.
@Suite("The served simulator, driven from outside", .waitsForPrograms)
struct ServedTests {
    @Test("takes an app through its whole life with curl and a shell alone")
    func curl() async throws {
        try await Script(name: "app_life.sh", needs: ["curl"], checks: 38).judge()
    }

    @Test("signs people in for pysaml2 as service provider, whose judgement of truthful and defective answers is ours")
    func pysaml2ServiceProvider() async throws {
        try await Script(name: "service_provider_pysaml2.py", needs: ["xmlsec1"], checks: 6).judge()
    }

    @Test("signs people in for python3-saml in strict mode, whose judgement of truthful and defective answers is ours")
    func python3SAMLServiceProvider() async throws {
        try await Script(name: "service_provider_python3_saml.py", checks: 6).judge()
    }

    @Test("lets an app in whose back end is pysaml2: its token to the framework, the response back to it")
    func appWithBackEnd() async throws {
        try await Script(name: "app_back_end_pysaml2.py", needs: ["xmlsec1"], checks: 4).judge()
    }

    @Test("believes pysaml2 as identity provider where it is right, and nowhere else, and logs out through it")
    func pysaml2IdentityProvider() async throws {
        try await Script(name: "identity_provider_pysaml2.py", needs: ["xmlsec1"], checks: 6).judge()
    }

    @Test("publishes metadata, and sends messages, that are valid by the schemas of OASIS and for other verifiers")
    func schemas() async throws {
        try await Script(name: "metadata_schema.py", needs: ["xmlsec1"], checks: 4).judge()
    }

    @Test(
        "signs people in and out in headless Chromium by keyboard, with scripts and without, on pages that axe passes")
    func chromium() async throws {
        try await Script(name: "browser_pages.py", needs: ["chromium", "chromedriver"], checks: 18).judge()
    }

    @Test("has a page for a browser whose controls do what they say, and which tells what happens as it happens")
    func page() async throws {
        try await Script(name: "world_page.py", needs: ["chromium", "chromedriver", "curl"], checks: 12).judge()
    }

    @Test("has a page that may stay open: beside others, while its world changes or goes, and by keyboard alone")
    func openPage() async throws {
        try await Script(name: "open_page.py", needs: ["chromium", "chromedriver"], checks: 11).judge()
    }

    @Test("serves an app that imports the SDK and nothing of ours: silently, by its page, and by two services at once")
    func sdk() async throws {
        try await Script(name: "sdk_app.py", checks: 11).judge()
    }

    @Test("keeps two worlds apart that are used at once, and stays at localhost where it is called so")
    func worlds() async throws {
        try await Script(name: "worlds.py", checks: 6).judge()
    }
}
