import Identifiers
import IdentityProvider
import Settings
import SimulatedWorld
import StructuredText
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
