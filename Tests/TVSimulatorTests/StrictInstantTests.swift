import TVSimIdentityProvider
import TVSimStructuredText
import TVSimWorld
import Testing

/// Times in the future and deviations from SAML, at the service.
struct StrictInstantTests {
    @Test("an authentication in the future signs in, unless the world is strict", arguments: [false, true])
    func futureAuthentication(isStrict: Bool) async throws {
        var app = try await PollingApp(PollingApp.world("service: {strictSAMLInstants: \(isStrict)}\n"))
        try await app.begin()
        try app.world.perform(
            .setProvider(id: "Cablevision", try Patch(["defect": .string("authenticatedInFuture")])))
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        try await browser.submit(ClassicSignInTests.right)
        try await browser.submit()
        #expect((browser.status == 400) == isStrict)
        #expect(try await (app.poll() == nil) == isStrict)
    }

    @Test(
        "a session that has just ended signs in only within the service's clockSkew, which the page names",
        arguments: [("0s", false), ("3599s", false), ("1h", false), ("3601s", true)])
    func clockSkew(_ skew: String, isAccepted: Bool) async throws {
        var app = try await PollingApp(PollingApp.world("service: {clockSkew: \(skew)}\n"))
        try await app.begin()
        try app.world.perform(.setProvider(id: "Cablevision", try Patch(["defect": .string("sessionExpired")])))
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        try await browser.submit(ClassicSignInTests.right)
        try await browser.submit()
        #expect((browser.status == 400) == !isAccepted)
        if !isAccepted {
            #expect(browser.page.contains("the clock of the reader shows 2026-01-01T00:00:00Z, 1 h later"))
        }
        #expect(try await (app.poll() == nil) == !isAccepted)
    }

    @Test("a page names the setting that would accept the response, or that there is none")
    func hints() async throws {
        for (defect, hint) in [
            ("noNameID", "`service.allowedSAML: [missing-name-id]` accepts it"),
            ("sha1Digest", "it cannot be allowed in the service"),
        ] {
            var app = try await PollingApp(PollingApp.world(""))
            try await app.begin()
            try app.world.perform(.setProvider(id: "Cablevision", try Patch(["defect": .string(defect)])))
            let browser = Browser(app.world)
            try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
            try await browser.submit(ClassicSignInTests.right)
            try await browser.submit()
            #expect(
                browser.status == 400 && browser.page.contains(hint) && !browser.page.contains("--allow"),
                "\(browser.page)")
        }
    }

    @Test(
        "a deviation from SAML signs in only if the world accepts it",
        arguments: [
            ("outOfOrder", "element-order"), ("confirmationNotBefore", "bearer-not-before"),
            ("emptyAttributeStatement", "empty-attribute-statement"), ("noNameID", "missing-name-id"),
        ], [false, true])
    func relaxation(_ deviation: (defect: String, name: String), isAllowed: Bool) async throws {
        let service = isAllowed ? "service: {allowedSAML: [\(deviation.name)]}\n" : ""
        var app = try await PollingApp(PollingApp.world(service))
        try await app.begin()
        try app.world.perform(
            .setProvider(id: "Cablevision", try Patch(["defect": .string(deviation.defect)])))
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        try await browser.submit(ClassicSignInTests.right)
        try await browser.submit()
        #expect((browser.status == 400) == !isAllowed)
        #expect(try await (app.poll() == nil) == !isAllowed)
    }
}
