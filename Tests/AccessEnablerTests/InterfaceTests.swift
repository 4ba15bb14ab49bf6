import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulator
import TestSupport
import Testing
import VideoSubscriberAccount

/// The names, values and older forms of the SDK.
@Suite("The SDK's interface")
struct InterfaceTests {
    @Test(
        "has the documented constants",
        .proves(
            "ACCESS_ENABLER_STATUS_ERROR", "ACCESS_ENABLER_STATUS_SUCCESS", "USER_AUTHENTICATED",
            "USER_NOT_AUTHENTICATED_ERROR", "USER_NOT_AUTHORIZED_ERROR", "PROVIDER_NOT_SELECTED_ERROR",
            "GENERIC_AUTHENTICATION_ERROR", "GENERIC_AUTHORIZATION_ERROR", "METADATA_AUTHENTICATION",
            "METADATA_AUTHORIZATION", "METADATA_DEVICE_ID", "METADATA_USER_META", "METADATA_KEY_INVALID",
            "METADATA_OPCODE_KEY", "METADATA_RESOURCE_ID_KEY", "METADATA_USER_META_KEY", "TRACKING_AUTHENTICATION",
            "TRACKING_AUTHORIZATION", "TRACKING_GET_SELECTED_PROVIDER", "TRACKING_MVPD_SELECTION", "TV_PROVIDERS",
            "FEATURED_TV_PROVIDERS", "ADOBEPASS_REDIRECT_URL"))
    func constants() {
        #expect([ACCESS_ENABLER_STATUS_ERROR, ACCESS_ENABLER_STATUS_SUCCESS] == [0, 1])
        #expect(USER_AUTHENTICATED == "")
        #expect(USER_NOT_AUTHENTICATED_ERROR == "User Not Authenticated Error")
        #expect(USER_NOT_AUTHORIZED_ERROR == "User not Authorized Error")
        #expect(PROVIDER_NOT_SELECTED_ERROR == "Provider not Selected Error")
        #expect(GENERIC_AUTHENTICATION_ERROR == "Generic Authentication Error")
        #expect(GENERIC_AUTHORIZATION_ERROR == "Generic Authorization Error")
        #expect(
            [
                METADATA_AUTHENTICATION, METADATA_AUTHORIZATION, METADATA_DEVICE_ID, METADATA_USER_META,
                METADATA_KEY_INVALID,
            ] == [0, 1, 2, 3, 255])
        #expect(
            [METADATA_OPCODE_KEY, METADATA_RESOURCE_ID_KEY, METADATA_USER_META_KEY] == [
                "opcode", "resource_id", "user_metadata_name",
            ])
        #expect(
            [
                TRACKING_AUTHENTICATION, TRACKING_AUTHORIZATION, TRACKING_GET_SELECTED_PROVIDER,
                TRACKING_MVPD_SELECTION,
            ] == [0, 1, 2, 2])
        #expect([TV_PROVIDERS, FEATURED_TV_PROVIDERS] == ["TV_PROVIDERS", "FEATURED_TV_PROVIDERS"])
        #expect(ADOBEPASS_REDIRECT_URL == "adobepass://ios.app")
    }

    /// A call of an older form, and what it must have caused.
    struct OlderForm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: @Sendable (AccessEnabler) -> Void
        let told: [String]
    }

    @available(*, deprecated)
    static let olderForms: [OlderForm] = [
        OlderForm(
            testDescription: "setRequestor with a signed identifier",
            call: { $0.setRequestor("REF30", setSignedRequestorId: "x") },
            told: ["status VSA404", "setRequestorComplete 1"]),
        OlderForm(
            testDescription: "setRequestor with a signed identifier and services",
            call: { $0.setRequestor("REF30", setSignedRequestorId: "x", serviceProviders: ["sp.auth.adobe.com"]) },
            told: ["status VSA404", "setRequestorComplete 1"]),
        OlderForm(
            testDescription: "setRequestor with keys",
            call: { $0.setRequestor("REF30", setSignedRequestorId: "x", secret: "s", publicKey: "k") },
            told: ["status VSA404", "setRequestorComplete 1"]),
        OlderForm(
            testDescription: "setRequestor with keys and services",
            call: {
                $0.setRequestor(
                    "REF30", setSignedRequestorId: "x", serviceProviders: [], secret: "s", publicKey: "k")
            }, told: ["status VSA404", "setRequestorComplete 1"]),
        OlderForm(
            testDescription: "getAuthentication with a list",
            call: {
                $0.setRequestor("REF30")
                $0.getAuthentication(["Mediacom"] as [Any])
            }, told: ["status VSA404", "setRequestorComplete 1", "displayProviderDialog 4"]),
        OlderForm(
            testDescription: "getAuthentication with data and a list",
            call: {
                $0.setRequestor("REF30")
                $0.getAuthentication(true, withData: [:], andFilter: ["Mediacom"] as [Any])
            }, told: ["status VSA404", "setRequestorComplete 1", "displayProviderDialog 4"]),
    ]

    @available(*, deprecated)
    @Test(
        "keeps the older forms working",
        .proves(
            "setRequestor(setSignedRequestorId)", "setRequestor(setSignedRequestorId, serviceProviders)",
            "setRequestor(setSignedRequestorId, secret, publicKey)",
            "setRequestor(setSignedRequestorId, serviceProviders, secret, publicKey)",
            "getAuthentication([list])", "getAuthentication(withData, andFilter: [list])"),
        arguments: olderForms)
    func deprecatedForms(form: OlderForm) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: older\n")
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        form.call(app.enabler)
        #expect(await app.next(form.told.count) == form.told)
    }

    @available(*, deprecated)
    @Test("without a software statement is refused by the service: R400", .proves("init()"))
    func withoutStatement() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: older\n")
        let app = await simulator.run { TestApp(AccessEnabler()) }
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status R400", "setRequestorComplete 0"])
    }

    @available(*, deprecated)
    @Test("takes getAuthenticationToken for the end of a page", .proves("getAuthenticationToken"))
    func authenticationToken() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        _ = await app.next(1)
        app.enabler.setSelectedProvider("Cablevision")
        let page = try #require(await app.next(1).first)
        _ = try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "alice")
        app.enabler.getAuthenticationToken()
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("describes an MVPD as the configuration does", .proves("MVPD"))
    func mvpd() async throws {
        final class Picker: NSObject, EntitlementDelegate {
            var shown: [MVPD] = []
            let done: () -> Void
            init(done: @escaping () -> Void) { self.done = done }
            func displayProviderDialog(_ mvpds: [Any]!) {
                shown = mvpds.compactMap { $0 as? MVPD }
                done()
            }
            func setRequestorComplete(_ status: Int32) {}
            func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
            func setToken(_ token: String!, forResource resource: String!) {}
            func preauthorizedResources(_ resources: [Any]!) {}
            func tokenRequestFailed(
                _ resource: String!, errorCode code: String!, errorDescription description: String!
            ) {}
            func selectedProvider(_ mvpd: MVPD!) {}
            func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
            func setMetadataStatus(
                _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
            ) {}
            func navigate(toUrl url: String!) {}
            func presentTvProviderDialog(_ viewController: UIViewController!) {}
            func dismissTvProviderDialog(_ viewController: UIViewController!) {}
        }
        let simulator = try Simulator(profile: "schema: 1\nname: mvpds\n")
        let statement = try simulator.softwareStatement()
        let shown: [[String]] = await awaiting("dialog", otherwise: []) { continuation in
            Task {
                await simulator.run {
                    let enabler = AccessEnabler(statement)
                    var picker: Picker?
                    picker = Picker {
                        let rows = picker?.shown.map {
                            [
                                $0.id ?? "", $0.displayName ?? "", "\($0.enablePlatformServices)",
                                $0.boardingStatus ?? "nil",
                            ]
                        }
                        continuation.resume(returning: rows ?? [])
                        _ = enabler
                    }
                    enabler.delegate = picker
                    enabler.setRequestor("REF30")
                    enabler.getAuthentication()
                }
            }
        }
        #expect(
            shown == [
                ["Cablevision", "Cablevision", "true", "SUPPORTED"], ["Dish", "Dish Network", "true", "SUPPORTED"],
                ["Suddenlink", "Suddenlink", "true", "PICKER"], ["Mediacom", "Mediacom", "false", "nil"],
            ])
    }

    @Test("accepts nil for optional arguments, which means no filter")
    func nothingToSay() async throws {
        let simulator = try Simulator(
            profile: "schema: 1\nname: nil\ndevice: {apps: {com.example.stream: {access: granted}}}\n")
        let app = try await TestApp.launched(in: simulator)
        for call in [
            { $0.getAuthentication(nil) }, { $0.getAuthentication(false, withData: nil) },
            { $0.getAuthentication(false, withData: nil, andFilter: nil) },
        ] as [(AccessEnabler) -> Void] {
            call(app.enabler)
            #expect(await app.next(4) == ["present", "dismiss", "status N005", "displayProviderDialog 4"])
        }
        app.enabler.getMetadata(nil)
        #expect(await app.next(1) == ["setMetadataStatus nil 255"])
        app.enabler.checkPreauthorizedResources(nil)
        #expect(await app.next(2) == ["status N000", "preauthorizedResources []"])
        app.enabler.setOptions(nil)
        app.enabler.handleExternalURL(nil)
        app.enabler.checkAuthorization(nil)
        #expect(await app.next(2) == ["status N000", "tokenRequestFailed  User Not Authenticated Error"])
    }

    @Test("lets an app's tests make an MVPD of their own")
    func ownMVPD() {
        let row = MVPD()
        #expect([row.id, row.displayName, row.logoURL] == [nil, nil, nil])
        #expect(!row.enablePlatformServices && row.boardingStatus == nil)
        (row.id, row.displayName, row.logoURL) = ("Dish", "Dish Network", "https://dish.example/logo.png")
        (row.enablePlatformServices, row.boardingStatus) = (true, "SUPPORTED")
        #expect([row.id, row.displayName, row.logoURL] == ["Dish", "Dish Network", "https://dish.example/logo.png"])
        #expect(row.enablePlatformServices && row.boardingStatus == "SUPPORTED")
    }

    @Test("gives each playback its own media token, even if no time passes", .proves("Cookbook F"))
    func freshTokens() async throws {
        let simulator = try Simulator(profile: PreauthorizeTests.signedIn)
        let app = try await TestApp.launched(in: simulator)
        for _ in 0..<3 {
            app.enabler.getAuthorization("REF30")
            #expect(await app.next(1) == ["setToken REF30"])
        }
        #expect(Set(app.tokens.withLockedValue { $0.compactMap(\.self) }).count == 3)
    }

    @Test("asks a user who taps twice only once, in the system's picker and in the app's dialog")
    func tappedTwice() async throws {
        let simulator = try Simulator(
            profile: "schema: 1\nname: twice\ndevice: {apps: {com.example.stream: {access: granted}}}\n")
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        app.enabler.getAuthentication()
        app.enabler.getAuthentication()
        app.enabler.setSelectedProvider(nil)
        // What waits for a requestor was asked before the person had seen anything, however long this takes.
        app.enabler.setRequestor("REF30")
        await app.skip(to: "setRequestorComplete 1")
        #expect(
            await app.next(6) == ["present", "dismiss", "status N005", "displayProviderDialog 4"]
                + ForcedSignInTests.cancelled)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["present"])
    }
}
