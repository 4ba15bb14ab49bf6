/// Permissions, accounts and times to live that change between two launches or are at their limits.
enum AccountRows {
    static let notAuthenticated = #"setAuthenticationStatus(0, "User Not Authenticated Error")"#
    static let authenticated = #"setAuthenticationStatus(1, "")"#

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
                .call(
                    "checkAuthentication:", ["status(\(status))", "status(N000)", notAuthenticated],
                    healthy: [authenticated]),
                .call("getAuthentication:", ["status(\(status))", shown], healthy: [authenticated]),
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
                .call("checkAuthentication:", told + ["status(N000)", notAuthenticated], healthy: [authenticated]),
            ])
    }

    static let all: [FixtureCase] = permissions + accounts + times

    private static let permissions = [
        permission(
            "permissionDenied", "The user has denied the app access.",
            why: "The app must report denied access, not a missing sign-in.", access: "denied",
            status: "VSA403"),
        permission(
            "permissionUndetermined", "The user has not been asked for permission, and does not answer.",
            why: "At launch, an app must not prompt for access. It only learns that it can.", access: "notDetermined",
            status: "VSA404"),
        permission(
            "permissionRestricted", "The device's settings forbid access.",
            why: "The user cannot grant access on this device.", access: "restricted", status: "VSA403"),
        transition(
            "permissionDeniedBetweenLaunches", .permission, "The user denies access between two launches.",
            why: "A token that came from the platform ends with the permission.", "permission: denied", status: "VSA403"
        ),
        transition(
            "permissionResetBetweenLaunches", .permission, "The permission is reset between two launches.",
            why: "An undetermined permission does not grant access.", "permission: notDetermined", status: "VSA404"),
    ]

    private static let accounts = [
        transition(
            "signedOutBetweenLaunches", .account, "The user signs out in Settings between two launches.",
            why: "A sign-out in Settings must also end the app's token from the platform.", "signOut"),
        row(
            "providerSwitched", .account, "The user signs in with another provider between two launches.",
            why: "The previous provider's token must end with its account.",
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
            "accountExpired", .account, "The sign-in at system level has expired.",
            why: "The platform no longer names a provider, so the picker is shown.",
            defect: ("expires: +30d", "expires: -1s"),
            [.requestorSet, .deauthenticated, .call("getAuthentication:", picker, healthy: [authenticated])]),
        row(
            "nobodySignedIn", .account, "No user is signed in at system level.",
            why: "This is the most common state of a device.",
            defect: ("  account: {provider: Cablevision, subscriber: alice, expires: +30d}\n", ""),
            [.requestorSet, .deauthenticated, .call("getAuthentication:", picker, healthy: [authenticated])]),
        row(
            "integrationDisabled", .account, "The programmer's integration with the provider is disabled.",
            why: "The user is signed in with a provider that the app cannot use. Another password does not help.",
            defect: ("Cablevision: {authenticationTTL: 30d}", "Cablevision: {enabled: false}"),
            [.requestorSet, .deauthenticated]),
        row(
            "singleSignOnDisabled", .account, "Single sign-on with the provider is disabled.",
            why:
                "The user must sign in at the provider's page, because the app cannot use the account of the platform.",
            defect: ("Cablevision: {authenticationTTL: 30d}", "Cablevision: {singleSignOn: false}"),
            [.requestorSet, .deauthenticated]),
        row(
            "subscriberNotEntitled", .account, "The user is not entitled to the resource.",
            why: "The app must offer a subscription, not a sign-in.",
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
            "bothValid", .timeToLive, "The sign-in at system level and the token are both valid.",
            why: "The token keeps its remaining lifetime, and the app requests no new one.", isDefective: false,
            [
                .requestorSet, .authenticated, .call("advance: 29d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "appleExpiredTokenValid", .timeToLive, "The sign-in at system level has expired, and the token is valid.",
            why: "The expiry of the sign-in is not a sign-out. The token stays valid until its own expiry.",
            isDefective: false,
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: +1d}"),
            [
                .requestorSet, .authenticated, .call("advance: 2d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "appleValidTokenExpired", .timeToLive, "The token has expired, and the sign-in at system level is valid.",
            why: "The next launch gets a new token silently. Until then, the user is not authenticated.",
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: never}"),
            [.requestorSet, .authenticated, .defect("advance: 30d"), .deauthenticated]),
        row(
            "appleValidTokenRenewed", .timeToLive,
            "The token has expired, the sign-in at system level is valid, and the app is launched again.",
            why: "The app gets a new token with the configured lifetime, without asking the user.", isDefective: false,
            world: world(account: "{provider: Cablevision, subscriber: alice, expires: never}"),
            [
                .requestorSet, .authenticated, .call("advance: 31d", []), .call("relaunch", nil), .requestorSet,
                .authenticated,
            ]),
        row(
            "bothExpired", .timeToLive, "The sign-in at system level and the token have both expired.",
            why: "This is the only one of the four combinations in which the user must act.",
            [
                .requestorSet, .authenticated, .defect("advance: 31d"), .call("relaunch", nil), .requestorSet,
                .deauthenticated, .call("getAuthentication:", picker, healthy: [authenticated]),
            ]),
        row(
            "decisionKept", .timeToLive,
            "A decision is requested again before it expires, and the user has lost the entitlement.",
            why: "A decision stays valid for its lifetime.", isDefective: false,
            world: authorized,
            [.requestorSet, allowed, unsubscribed, .call("advance: 23h", []), allowed]),
        row(
            "decisionLapsed", .timeToLive,
            "A decision is requested again after it has expired, and the user has lost the entitlement.",
            why: "The app must not use a cached decision after its expiry.", world: authorized,
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
