import TVSimRuns
import TVSimScenario
import Testing

/// Flows of the entitlement SDK beyond the cookbook's table, each with the callbacks that the rules ask for.
@Suite struct SDKFlowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var world = Case.signedIn
        let flow: String
        var testDescription: String { name }

        static let granted = """
            device:
              apps: {com.example.stream: {access: granted}}
            """
        static let signedIn = """
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            """
        var text: String { "schema: 1\nname: flow\n\(world)\nflow:\n\(flow)\n" }
    }

    static let yes = #"'setAuthenticationStatus(1, "")'"#
    static let no = #"'setAuthenticationStatus(0, "User Not Authenticated Error")'"#
    static let unchosen = #"'setAuthenticationStatus(0, "Provider not Selected Error")'"#
    static let dialog = "'displayProviderDialog(Cablevision, Dish, Suddenlink, Mediacom)'"

    static let picker = "presentTvProviderDialog, dismissTvProviderDialog"
    static let left = "'navigateToUrl(…)'"

    static func failed(_ resource: String) -> String {
        #"'tokenRequestFailed(\#(resource), "User Not Authenticated Error", "")'"#
    }

    static let cases: [Case] = [
        Case(
            name: "every attribute of the person is metadata, under Apple single sign-on too",
            world: """
                \(Case.signedIn)
                providers:
                  Cablevision:
                    subscribers:
                      alice: {attributes: {userID: u, language: en, onNet: "true", 'x-tier': [gold, news]}}
                """,
            flow: """
                  - setRequestor: REF30
                  - getMetadata: tokenSource
                    expect: ['setMetadataStatus(tokenSource, "Apple")']
                  - getMetadata: language
                    expect: ['setMetadataStatus(language, "en")']
                  - getMetadata: onNet
                    expect: ['setMetadataStatus(onNet, "true")']
                  - getMetadata: x-tier
                    expect: ['setMetadataStatus(x-tier, ["gold", "news"])']
                """),
        Case(
            name: "calls before any setRequestor wait, and follow it in their order",
            flow: """
                  - checkAuthentication:
                    expect: []
                  - getSelectedProvider:
                    expect: []
                  - setRequestor: REF30
                    expect: [setRequestorComplete(1), \(yes), selectedProvider(Cablevision)]
                """),
        Case(
            name: "a filter that leaves the picker nothing means the app's own dialog, not every provider",
            flow: """
                  - setSelectedProvider: null
                  - permission: denied
                  - setRequestor: REF30
                    expect: [status(VSA403), setRequestorComplete(1), \(unchosen)]
                  - permission: granted
                  - getAuthentication: {filter: {TV_PROVIDERS: [Mediacom]}}
                    expect: [\(dialog)]
                  - getAuthentication: {filter: {TV_PROVIDERS: [Dish]}}
                    expect: [status(N004), \(dialog)]
                  - getAuthentication: {filter: {TV_PROVIDERS: [Dish, Cablevision]}}
                    expect: [\(yes)]
                """),
        Case(
            name: "a token that was dropped leaves no profile for the next person",
            flow: """
                  - setRequestor: REF30
                    expect: [setRequestorComplete(1)]
                  - permission: denied
                  - checkAuthentication:
                    expect: [status(VSA403), status(N000), \(no)]
                  - permission: granted
                  - signOut
                  - signIn: {provider: Cablevision, as: bob}
                  - getAuthentication:
                    expect: [\(yes)]
                  - getMetadata: userID
                    expect: ['setMetadataStatus(userID, "bob-1")']
                """),
        Case(
            name: "a token of a degradation goes when the degradation ends, and the exchange takes its place",
            flow: """
                  - integration: {requestor: REF30, mvpd: Cablevision, set: {degradation: AuthNAll}}
                  - setRequestor: REF30
                    expect: [setRequestorComplete(1)]
                  - getAuthentication:
                    expect: [status(N010), \(yes)]
                  - setRequestor: REF30
                  - checkAuthentication:
                    expect: [\(yes)]
                  - integration: {requestor: REF30, mvpd: Cablevision, set: {degradation: none}}
                  - setRequestor: REF30
                    expect: [setRequestorComplete(1)]
                  - checkAuthentication:
                    expect: [\(yes)]
                  - getMetadata: tokenSource
                    expect: ['setMetadataStatus(tokenSource, "Apple")']
                """),
        Case(
            name: "everything that waits for the dialog is answered when it is cancelled", world: Case.granted,
            flow: """
                  - setRequestor: REF30
                  - getAuthentication:
                    expect: [\(picker), status(N005), \(dialog)]
                  - getAuthorization: A
                    expect: [\(picker), status(N005), \(dialog)]
                  - getAuthorization: B
                    expect: [\(picker), status(N005), \(dialog)]
                  - setSelectedProvider: null
                    expect: [status(N005), \(unchosen), \(failed("A")), \(failed("B"))]
                  - setSelectedProvider: null
                    expect: [\(unchosen)]
                """),
        Case(
            name: "everything that waits for the dialog goes on when somebody signs in meanwhile", world: Case.granted,
            flow: """
                  - setRequestor: REF30
                  - getAuthorization: REF30
                    expect: [\(picker), status(N005), \(dialog)]
                  - signIn: {provider: Cablevision, as: alice}
                  - getAuthentication:
                    expect: [\(yes), setToken(REF30)]
                """),
        Case(
            name: "logout answers what waits for the dialog", world: Case.granted,
            flow: """
                  - setRequestor: REF30
                  - getAuthorization: A
                  - logout:
                    expect: [\(failed("A")), \(no)]
                """),
        Case(
            name: "an error of the framework is not lost between two questions",
            flow: """
                  - permission: denied
                  - setRequestor: REF30
                  - permission: granted
                  - fault: {at: accountManager.checkAccessStatus, error: serviceTemporarilyUnavailable, times: 1}
                  - getAuthentication:
                    expect: [status(VSA503), \(dialog)]
                """),
        Case(
            name: "an error of the framework about a token that counts is told, and the token goes",
            flow: """
                  - setRequestor: REF30
                  - fault: {at: accountManager.checkAccessStatus, error: serviceTemporarilyUnavailable, times: 1}
                  - getAuthentication:
                    expect: [status(VSA503), \(dialog)]
                """),
        Case(
            name: "logout leaves no profile at the service for any requestor",
            world: Case.signedIn + """

                service:
                  requestors:
                    REF30: {integrations: {Cablevision: {}}}
                    OTHER: {integrations: {Cablevision: {}}}
                """,
            flow: """
                  - setRequestor: OTHER
                  - setRequestor: REF30
                  - logout:
                    expect: [status(VSA203), \(left), \(left), \(no)]
                  - signOut
                  - signIn: {provider: Cablevision, as: bob}
                  - setRequestor: OTHER
                  - getMetadata: userID
                    expect: ['setMetadataStatus(userID, "bob-1")']
                """),
        Case(
            name: "a logout that the service does not hear is told to it later",
            flow: """
                  - setRequestor: REF30
                  - fault: {at: service.logout, error: unreachable, times: 1}
                  - logout:
                    expect: [status(VSA203), \(left), \(no)]
                  - signOut
                  - signIn: {provider: Cablevision, as: bob}
                  - setRequestor: REF30
                  - getMetadata: userID
                    expect: ['setMetadataStatus(userID, "bob-1")']
                """),
        Case(
            name: "single sign-on that is switched off for the only MVPD ends the session at the next setRequestor",
            world: """
                \(Case.signedIn)
                service: {requestors: {REF30: {integrations: {Cablevision: {}}}}}
                """,
            flow: """
                  - setRequestor: REF30
                  - integration: {mvpd: Cablevision, set: {singleSignOn: false}}
                  - setRequestor: REF30
                  - getSelectedProvider:
                    expect: [selectedProvider(nil)]
                  - checkAuthentication:
                    expect: [status(N000), \(no)]
                """),
        Case(
            name: "a configuration with nobody for the system's picker does not open it",
            world: """
                \(Case.granted)
                service: {requestors: {REF30: {integrations: {Mediacom: {provider: null, boardingStatus: SUPPORTED}}}}}
                viewer: {systemPicker: {choose: Dish}, signIn: {as: alice}}
                """,
            flow: """
                  - setRequestor: REF30
                  - getAuthentication:
                    expect: [displayProviderDialog(Mediacom)]
                """),
        Case(
            name:
                "an account whose session is over as soon as the person has signed in is no picker that was cancelled",
            world: """
                device:
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice}
                  developer: {simulateExpiredToken: true}
                viewer: {signIn: {as: alice}}
                """,
            flow: """
                  - setRequestor: REF30
                  - getAuthentication:
                    expect: [\(picker), status(VSA503), \(dialog)]
                """),
        Case(
            name: "logout without a session asks nobody to sign out",
            flow: """
                  - setRequestor: REF30
                  - signOut
                  - advance: 31d
                  - logout:
                    expect: [\(no)]
                """),
        Case(
            name: "throttled authorization is Z100, and the description is the MVPD's or empty",
            flow: """
                  - setRequestor: REF30
                  - fault: {at: service.authorize, error: 429, times: 1}
                  - checkAuthorization: REF30
                    expect: [status(Z100), 'tokenRequestFailed(REF30, "Generic Authorization Error", "")']
                  - fault: {at: service.authorize, error: 500, times: 1}
                  - checkAuthorization: REF30
                    expect: [status(Z500), 'tokenRequestFailed(REF30, "Generic Authorization Error", "")']
                  - fault: {at: service.authorize, error: unreachable, times: 1}
                  - checkAuthorization: REF30
                    expect: [status(Z500), 'tokenRequestFailed(REF30, "Generic Authorization Error", "")']
                """),
        Case(
            name:
                "a token whose profile is gone is worth nothing: checkAuthorization says so, getAuthorization renews it",
            flow: """
                  - setRequestor: REF30
                  - fault: {at: service.authorize, error: authenticated_profile_missing, times: 1}
                  - checkAuthorization: REF30
                    expect: [status(N000), \(failed("REF30"))]
                  - getAuthorization: REF30
                    expect: [\(yes), setToken(REF30)]
                  - fault: {at: service.authorize, error: authenticated_profile_missing, times: 1}
                  - getAuthorization: REF30
                    expect: [\(yes), setToken(REF30)]
                """),
        Case(
            name: "metadata of a token that must go is not handed out",
            flow: """
                  - setRequestor: REF30
                  - permission: denied
                  - getMetadata: tokenSource
                    expect: ['setMetadataStatus(tokenSource, nil)']
                """),
        Case(
            name: "an unsupported region is an error of the framework",
            world: """
                device:
                  region: unsupported
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice}
                """,
            flow: """
                  - setRequestor: REF30
                    expect: [status(APPL), setRequestorComplete(1)]
                  - checkAuthentication:
                    expect: [status(APPL_ERROR), status(N000), \(no)]
                  - getAuthentication:
                    expect: [status(VSA503), \(dialog)]
                """),
        Case(
            name: "degraded authorization: everybody, or nobody",
            flow: """
                  - setRequestor: REF30
                  - integration: {requestor: REF30, mvpd: Cablevision, set: {degradation: AuthZAll}}
                  - checkAuthorization: ANYTHING
                    expect: [status(Z010), setToken(ANYTHING)]
                  - integration: {requestor: REF30, mvpd: Cablevision, set: {degradation: AuthZNone}}
                  - checkAuthorization: REF30
                    expect: [status(Z169), 'tokenRequestFailed(REF30, "User not Authorized Error", …)']
                """),
        Case(
            name: "a provider switched between launches takes the token with it",
            flow: """
                  - setRequestor: REF30
                  - signIn: {provider: Dish, as: carol}
                  - relaunch
                  - setRequestor: REF30
                    expect: [setRequestorComplete(1)]
                  - getSelectedProvider:
                    expect: [selectedProvider(Dish)]
                """),
        Case(
            name: "forced authentication asks the provider again",
            flow: """
                  - setRequestor: REF30
                  - advance: 1d
                  - getAuthentication: {force: true}
                    expect: [\(yes)]
                  - getMetadata: authentication
                    expect: ['setMetadataStatus(authentication, "2026/02/01 00:00:00 GMT +0000")']
                """),
    ]

    @Test("delivers the callbacks that the rules require", arguments: cases)
    func flow(_ row: Case) async throws {
        let profile = try #require(try ProfileDecoder.decode(text: row.text, source: "flow").first)
        let report = try await ProfileRunner().run(profile)
        for step in report.steps {
            #expect(step.failures.isEmpty, "\(step.action.call) \(step.failures.joined(separator: "; "))")
        }
    }

    static let registration: [(fault: String, status: String)] = [
        ("{at: service.register, error: invalid_software_statement}", "R400"),
        ("{at: service.register, error: 403}", "R400"), ("{at: service.token, error: 403}", "R401"),
        ("{at: service.token, error: invalid_client}", "R401"),
        ("{at: service.token, error: unauthorized_client}", "R400"),
        ("{at: service.register, error: 429}", "CFG429"),
        ("{at: service.configuration, error: 500}", "CFG500"), ("{at: service.configuration, error: 503}", "CFG503"),
        ("{at: service.configuration, error: 429}", "CFG429"),
        ("{at: service.configuration, error: unreachable}", "CFG404"),
        ("{at: service.configuration, error: timeout}", "CFG404"),
        ("{at: service.configuration, error: invalid_parameter_service_provider}", "CFG400"),
        ("{at: service.configuration, error: malformed}", "500"),
    ]

    @Test("setRequestor without a configuration reports why, and completes with 0", arguments: registration)
    func setRequestorFails(fault: String, status: String) async throws {
        let row = Case(
            name: fault,
            flow: """
                  - fault: \(fault)
                  - setRequestor: REF30
                    expect: [status(\(status)), setRequestorComplete(0)]
                  - checkAuthentication:
                    expect: [status(N000), \(Self.no)]
                """)
        try await flow(row)
    }
}
