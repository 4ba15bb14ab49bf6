import TestSupport
import Testing

/// The built program as its users meet it: started as a process, driven by programs that we did not write.
///
/// The sentences that are shown stand in the scripts.
@Suite("The served simulator, driven from outside", .waitsForPrograms)
struct ServedTests {
    @Test("takes an app through its whole lifecycle with only curl and a shell")
    func curl() async throws {
        try await Script(name: "app_life.sh", needs: ["curl"], checks: 38).judge()
    }

    @Test("signs users in for pysaml2, a service provider that gives the same verdicts on all responses")
    func pysaml2ServiceProvider() async throws {
        try await Script(name: "service_provider_pysaml2.py", needs: ["xmlsec1"], checks: 8).judge()
    }

    @Test("signs users in for python3-saml in strict mode, which gives the same verdicts on all responses")
    func python3SAMLServiceProvider() async throws {
        try await Script(name: "service_provider_python3_saml.py", checks: 8).judge()
    }

    @Test("works with an app whose back end is pysaml2, which sends the token and gets the response")
    func appWithBackEnd() async throws {
        try await Script(name: "app_back_end_pysaml2.py", needs: ["xmlsec1"], checks: 4).judge()
    }

    @Test("accepts only correct responses of pysaml2 as identity provider, and logs out through it")
    func pysaml2IdentityProvider() async throws {
        try await Script(name: "identity_provider_pysaml2.py", needs: ["xmlsec1"], checks: 6).judge()
    }

    @Test("is an authorization server for Authlib, a client that reports the documented error of each wrong request")
    func authlibClient() async throws {
        try await Script(name: "oauth2_client_authlib.py", checks: 7).judge()
    }

    @Test("is an authorization server for requests-oauthlib with its defaults")
    func requestsOAuthlibClient() async throws {
        try await Script(name: "oauth2_client_requests_oauthlib.py", checks: 2).judge()
    }

    @Test("is a client of Authlib as authorization server, in time and out of time")
    func authlibServer() async throws {
        try await Script(name: "oauth2_server_authlib.py", checks: 7).judge()
    }

    @Test("publishes metadata and sends messages that are valid by the OASIS schemas and for other verifiers")
    func schemas() async throws {
        try await Script(name: "metadata_schema.py", needs: ["xmlsec1"], checks: 4).judge()
    }

    @Test(
        "signs users in and out in headless Chromium by keyboard, with and without scripts, on pages that axe passes")
    func chromium() async throws {
        try await Script(name: "browser_pages.py", needs: ["chromium", "chromedriver"], checks: 26).judge()
    }

    @Test("lets a person with a browser, and a client that reads pages by patterns, through each shape of a sign-in")
    func signInShapes() async throws {
        try await Script(name: "sign_in_shapes.py", needs: ["chromium", "chromedriver"], checks: 8).judge()
    }

    @Test("has a page whose controls work as labelled, and which shows events as they happen")
    func page() async throws {
        try await Script(name: "world_page.py", needs: ["chromium", "chromedriver", "curl"], checks: 13).judge()
    }

    @Test("has a page that is a workbench: attempts with verdicts, causes and remedies, worlds and keys")
    func workbench() async throws {
        try await Script(name: "workbench.py", needs: ["chromium", "chromedriver", "curl"], checks: 8).judge()
    }

    @Test("has a page on which each setting is found and changed in place, and which lists what has changed")
    func settingsView() async throws {
        try await Script(name: "settings_view.py", needs: ["chromium", "chromedriver"], checks: 2).judge()
    }

    @Test("has a page on which each task of a test takes few presses, also with many entries and many providers")
    func pageTasks() async throws {
        try await Script(name: "page_tasks.py", needs: ["chromium", "chromedriver", "curl"], checks: 12).judge()
    }

    @Test("has a view of the rules about clients: verdicts, remedies, and the calls that show them")
    func rulesView() async throws {
        try await Script(name: "rules_view.py", needs: ["chromium", "chromedriver"], checks: 3).judge()
    }

    @Test("has a page that asks once for the secret of the admin API, if the server has one")
    func secretPage() async throws {
        try await Script(name: "secret_page.py", needs: ["chromium", "chromedriver"], checks: 3).judge()
    }

    @Test("has a page with the device's screen, on which a person acts in the interface of Apple's framework")
    func deviceScreen() async throws {
        try await Script(name: "device_screen.py", needs: ["chromium", "chromedriver", "curl"], checks: 7).judge()
    }

    @Test("has a page that may stay open: beside others, while its world changes or is removed, by keyboard only")
    func openPage() async throws {
        try await Script(name: "open_page.py", needs: ["chromium", "chromedriver"], checks: 14).judge()
    }

    @Test("serves an app that imports only the SDK: silently, by its page, and with two services at once")
    func sdk() async throws {
        try await Script(name: "sdk_app.py", checks: 11).judge()
    }

    @Test("lets clients in the manner of shipped ones through, from the registration to the profile")
    func shippedClients() async throws {
        try await Script(name: "shipped_clients.py", checks: 3).judge()
    }

    @Test("separates two worlds that are used at the same time, and keeps to localhost if called by that name")
    func worlds() async throws {
        try await Script(name: "worlds.py", checks: 6).judge()
    }
}
