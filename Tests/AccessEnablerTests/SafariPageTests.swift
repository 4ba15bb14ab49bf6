import AccessEnabler
import Foundation
import TVSimCore
import TVSimWorld
import TVSimulator
import Testing
import VideoSubscriberAccount

/// Pages for a Safari view controller, which the SDK shows itself or hands to an app that shows them.
@Suite("Pages for a Safari view controller")
struct SafariPageTests {
    /// Where they end for `com.example.stream`.
    static let end = "adbe.com-example-stream://adobe.com"

    static func world(showing mvpd: String = "Cablevision") throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: pages
                service:
                  requestors:
                    REF30:
                      integrations:
                        Cablevision: {singleSignOn: false, safariViewController: \(mvpd == "Cablevision")}
                        Dish: {singleSignOn: false, safariViewController: \(mvpd == "Dish")}
                """)
    }

    /// Signs in at the page that the SDK shows itself.
    static func signInBySDK(
        _ app: TestApp, with mvpd: String = "Cablevision", as person: String = "alice", in simulator: Simulator
    ) async throws {
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 2"])
        app.enabler.setSelectedProvider(mvpd)
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider \(mvpd)"])
        let page = try #require(app.enabler.takeSafariPages().first)
        app.enabler.handleExternalURL(try await simulator.visit(page, as: person))
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("that the SDK shows at a logout end by themselves, and can be visited afterwards")
    func logoutBySDK() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try await Self.signInBySDK(app, in: simulator)
        app.enabler.logout()
        #expect(await app.next(1) == [LogoutTests.out])
        let page = try #require(app.enabler.takeSafariPages().first)
        #expect(page.contains("/adobe-services/logout?"))
        let redirect = try await simulator.visit(page, as: "alice")
        #expect(redirect == Self.end)
        // What the app hands over then ends nothing: nobody waits for it.
        app.enabler.handleExternalURL(redirect)
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider nil"])
    }

    @Test(
        "that the SDK shows at a logout do not wait for those of the app, nor end them",
        arguments: [["Cablevision", "Dish"], ["Dish", "Cablevision"]])
    func logoutOfBoth(mvpds: [String]) async throws {
        let people = ["Cablevision": "alice", "Dish": "carol"]
        let simulator = try Self.world(showing: mvpds[0])
        let app = try await TestApp.launched(in: simulator)
        try await Self.signInBySDK(app, with: mvpds[0], as: people[mvpds[0]] ?? "", in: simulator)
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == [SelectionTests.nobody])
        try await app.signIn(with: mvpds[1], as: people[mvpds[1]] ?? "", in: simulator)
        app.enabler.logout()
        #expect(await app.next(1).first?.contains("mso_id=\(mvpds[1])") == true)
        #expect(app.enabler.takeSafariPages().map { $0.contains("mso_id=\(mvpds[0])") } == [true])
        app.enabler.handleExternalURL(Self.end)
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider nil"])
        app.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await app.next(1) == [LogoutTests.out])
    }

    @Test("and for a web view each end only at their own URL", arguments: ["Cablevision", "Dish"])
    func ownURL(mvpd: String) async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.setOptions(["handleSVC": true])
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 2"])
        let page = try #require(await app.page(of: mvpd))
        let redirect = try await simulator.visit(page, as: mvpd == "Dish" ? "carol" : "alice")
        #expect(redirect == (mvpd == "Dish" ? ADOBEPASS_REDIRECT_URL : Self.end))
        app.enabler.handleExternalURL(mvpd == "Dish" ? Self.end : ADOBEPASS_REDIRECT_URL)
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider \(mvpd)"])
        let told = try simulator.world.simulation.journal.entries().map(\.line)
        #expect(told.contains { $0.contains("the open page ends at '\(redirect ?? "")'") })
        app.enabler.handleExternalURL(redirect)
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("are not shown if the app has set handleSVC without the optional method, which the journal records")
    func withoutTheOptionalMethod() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        let delegate = PlainDelegate(of: app)
        app.enabler.delegate = delegate
        app.enabler.setOptions(["handleSVC": true])
        app.enabler.setSelectedProvider("Cablevision")
        app.enabler.getAuthentication()
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider Cablevision"])
        #expect(app.enabler.takeSafariPages().isEmpty)
        let told = try simulator.world.simulation.journal.entries().map(\.line)
        #expect(told.contains { $0.contains("navigate(toUrl:useSVC:)") && $0.contains("not called") })
        withExtendedLifetime(delegate) {}
    }
}

/// A delegate with the methods that every app has, and no other; it tells a test's app what it is told.
private final class PlainDelegate: NSObject, EntitlementDelegate {
    private let app: TestApp

    init(of app: TestApp) {
        self.app = app
        super.init()
    }

    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) { app.selectedProvider(mvpd) }
    func displayProviderDialog(_ mvpds: [Any]!) { app.displayProviderDialog(mvpds) }
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
    func navigate(toUrl url: String!) { app.navigate(toUrl: url) }
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}
