/// Permissions, accounts and times to live that change between two launches or are at their limits.
enum AccountRows {
    static let nobody = #"setAuthenticationStatus(0, "User Not Authenticated Error")"#
    static let somebody = #"setAuthenticationStatus(1, "")"#

    private static func world(
        access: String = "granted", account: String = "{provider: Cablevision, subscriber: alice, expires: +30d}",
        integration: String = "{authenticationTTL: 30d}"
    ) -> String {
        """
        device:
          apps:
            com.example.stream: {access: \(access)}
          account: \(account)
        service:
          requestors:
            REF30:
              integrations:
                Cablevision: \(integration)

        """
    }

    private static let shown = "displayProviderDialog(Cablevision)"
    private static let picker = ["presentTvProviderDialog", "dismissTvProviderDialog", "status(N005)", shown]

    private static func row(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, why: String, isDefective: Bool = true,
        world: String = world(), defect: (String, String)? = nil, _ steps: [FlowRecipe.Step]
    ) -> FixtureCase {
        FixtureCase(
            name, family, summary, why: why, isDefective: isDefective,
            .flow(FlowRecipe(world: world, defect: defect, steps: steps)))
    }

    /// Creates a case in which the app's permission is not granted from the start.
    private static func permission(
        _ name: String, _ summary: String, why: String, access: String, status: String
    ) -> FixtureCase {
        row(
            name, .permission, summary, why: why, defect: ("access: granted", "access: \(access)"),
            [
                .call(
                    "setRequestor: REF30", ["status(\(status))", "setRequestorComplete(1)"],
                    healthy: ["setRequestorComplete(1)"]),
                .call("checkAuthentication:", ["status(\(status))", "status(N000)", nobody], healthy: [somebody]),
                .call("getAuthentication:", ["status(\(status))", shown], healthy: [somebody]),
            ])
    }

    /// Creates a case with an event between two launches.
    private static func transition(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, why: String, _ event: String,
        status: String? = nil
    ) -> FixtureCase {
        let told = status.map { ["status(\($0))"] } ?? []
        return row(
            name, family, summary, why: why,
            [
                .requestorSet, .authenticated, .defect(event), .call("relaunch", nil),
                .call("setRequestor: REF30", told + ["setRequestorComplete(1)"], healthy: ["setRequestorComplete(1)"]),
                .call("checkAuthentication:", told + ["status(N000)", nobody], healthy: [somebody]),
            ])
    }

    static let all: [FixtureCase] = permissions + accounts + times

    private static let permissions = [
        permission(
            "permissionDenied", "The person has denied the app access.",
            why: "The app must say that it was denied, and not that nobody is signed in.", access: "denied",
            status: "VSA403"),
        permission(
            "permissionUndetermined", "Nobody has been asked for permission, and nobody answers.",
            why: "At launch an app must not ask: it learns that it may.", access: "notDetermined", status: "VSA404"),
        permission(
            "permissionRestricted", "The device's settings forbid access.",
            why: "Nobody on this device can grant it.", access: "restricted", status: "VSA403"),
        transition(
            "permissionDeniedBetweenLaunches", .permission, "The person denies access between two launches.",
            why: "A token that came from the platform goes with the permission.", "permission: denied", status: "VSA403"
        ),
        transition(
            "permissionResetBetweenLaunches", .permission, "The permission is reset between two launches.",
            why: "Undetermined is no longer granted.", "permission: notDetermined", status: "VSA404"),
    ]

    private static let accounts = [
        transition(
            "signedOutBetweenLaunches", .account, "The person signs out in the settings between two launches.",
            why: "A logout elsewhere must end what came from there.", "signOut"),
        row(
            "providerSwitched", .account, "The person signs in with another provider between two launches.",
            why: "The former provider's token must not outlive its account.",
            world: """
                device:
                  apps:
                    com.example.stream: {access: granted}
                  account: {provider: Cablevision, subscriber: alice, expires: +30d}

                """,
            [
                .requestorSet, .authenticated, .defect("signIn: {provider: Dish, as: carol}"), .call("relaunch", nil),
                .requestorSet, .authenticated,
                .call(
                    "getSelectedProvider:", ["selectedProvider(Dish)"], healthy: ["selectedProvider(Cablevision)"]),
            ]),
        row(
            "accountExpired", .account, "The sign-in at system level has ended.",
            why: "The platform names no provider any more, and the picker comes.",
            defect: ("expires: +30d", "expires: -1s"),
            [.requestorSet, .deauthenticated, .call("getAuthentication:", picker, healthy: [somebody])]),
        row(
            "nobodySignedIn", .account, "Nobody is signed in at system level.",
            why: "The most common state of all devices.",
            defect: ("  account: {provider: Cablevision, subscriber: alice, expires: +30d}\n", ""),
            [.requestorSet, .deauthenticated, .call("getAuthentication:", picker, healthy: [somebody])]),
        row(
            "integrationDisabled", .account, "The programmer's integration with the provider is switched off.",
            why: "The person is signed in, and cannot be here: they need another provider, not another password.",
            defect: ("Cablevision: {authenticationTTL: 30d}", "Cablevision: {enabled: false}"),
            [.requestorSet, .deauthenticated]),
        row(
            "singleSignOnDisabled", .account, "Single sign-on with the provider is switched off.",
            why: "The same provider by the regular way: the platform's account is of no use.",
            defect: ("Cablevision: {authenticationTTL: 30d}", "Cablevision: {singleSignOn: false}"),
            [.requestorSet, .deauthenticated]),
        row(
            "subscriberNotEntitled", .account, "The person has not subscribed to the resource.",
            why: "Signed in and not entitled: an offer, not a login.",
            world: """
                device:
                  apps:
                    com.example.stream: {access: granted}
                  account: {provider: Cablevision, subscriber: alice, expires: +30d}

                """, defect: ("subscriber: alice", "subscriber: bob"),
            [
                .requestorSet, .authenticated,
                .call(
                    "checkAuthorization: REF30",
                    ["status(Z100)", #"tokenRequestFailed(REF30, "User not Authorized Error", …)"#],
                    healthy: ["setToken(REF30)"]),
            ]),
    ]

    private static let times = [
        row(
            "bothValid", .timeToLive, "Neither the sign-in at system level nor the token has ended.",
            why: "The token keeps its own remaining time, and is not taken anew.", isDefective: false,
            [
                .requestorSet, .authenticated, .call("advance: 29d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "appleExpiredTokenValid", .timeToLive, "The sign-in at system level has ended, and the token has not.",
            why: "The end of the sign-in is no sign-out: the token counts to its own end.", isDefective: false,
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: +1d}"),
            [
                .requestorSet, .authenticated, .call("advance: 2d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "appleValidTokenExpired", .timeToLive, "The token has ended, and the sign-in at system level has not.",
            why: "The next launch takes a new token silently; until then nobody is authenticated.",
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: never}"),
            [.requestorSet, .authenticated, .defect("advance: 30d"), .deauthenticated]),
        row(
            "appleValidTokenRenewed", .timeToLive,
            "The token has ended, the sign-in at system level has not, and the app is launched anew.",
            why: "A new token for the dashboard's time, without a word to the person.", isDefective: false,
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: never}"),
            [
                .requestorSet, .authenticated, .call("advance: 31d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "bothExpired", .timeToLive, "Both the sign-in at system level and the token have ended.",
            why: "The one cell of four in which the person must act.",
            [
                .requestorSet, .authenticated, .defect("advance: 31d"), .call("relaunch", nil), .requestorSet,
                .deauthenticated, .call("getAuthentication:", picker, healthy: [somebody]),
            ]),
        row(
            "decisionKept", .timeToLive, "A decision is asked for again before it ends, and the right to it is gone.",
            why: "A decision is kept for its time: that is what its time means.", isDefective: false,
            world: authorized,
            [.requestorSet, allowed, unsubscribed, .call("advance: 23h", []), allowed]),
        row(
            "decisionLapsed", .timeToLive,
            "A decision is asked for again after it has ended, and the right to it is gone.",
            why: "A kept decision that outlives its time gives away what nobody pays for.", world: authorized,
            [
                .requestorSet, allowed, unsubscribed, .defect("advance: 25h"),
                .call(
                    "checkAuthorization: REF30",
                    ["status(Z100)", #"tokenRequestFailed(REF30, "User not Authorized Error", …)"#],
                    healthy: ["setToken(REF30)"]),
            ]),
    ]

    private static let authorized = """
        device:
          apps:
            com.example.stream: {access: granted}
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
        providers:
          Cablevision:
            subscribers: {alice: {entitlements: [REF30]}}

        """
    private static let allowed = FlowRecipe.Step.call("checkAuthorization: REF30", ["setToken(REF30)"])
    private static let unsubscribed = FlowRecipe.Step.call(
        "provider: {id: Cablevision, set: {subscribers: {alice: {entitlements: []}}}}", nil)
}
