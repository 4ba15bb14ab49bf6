import TVSimDevice
import TVSimRules
import TVSimStructuredText
import TVSimWorld

/// What passes between an app, Apple's framework and the service.
enum AppleScene {
    static let profile = SceneApp.profile("Cablevision", "appleSSO")

    /// The header with the status of the framework.
    static func status(_ access: String = "granted", _ provider: JSONValue = account) -> Members {
        [
            "AP-Partner-Framework-Status": [
                "value": [
                    "frameworkPermissionInfo": ["accessStatus": .string(access)], "frameworkProviderInfo": provider,
                ]
            ]
        ]
    }

    static let account: JSONValue = ["id": "Cablevision", "expirationDate": "1900000000000"]

    /// The app asks without an interruption.
    static let silent = Scene.Event.call(.metadata(.init()))

    /// The app offers the system's picker.
    static var picker: Scene.Event {
        var request = FrameworkCall.Metadata()
        (request.allowsInterruption, request.hasDelegate) = (true, true)
        request.supportedProviders = ["Cablevision"]
        return .call(.metadata(request))
    }

    /// The partner's sign-in, from the system's picker to the profile.
    static func signIn(_ app: SceneApp, token: String = "saml", saml: Int64 = 1) -> [Scene.Event] {
        var request = FrameworkCall.Metadata()
        (request.verificationToken, request.attributeNames) = (token, ["userId"])
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        let session: JSONValue = [
            "action": "partner_profile", "reason": "none", "verificationToken": .string(token),
            "attributes": ["userId"],
        ]
        return [
            .access("granted"), picker, .metadata,
            app.sends("partnerSession", ["session": session], at: ["partner": "Apple"], headers: status()),
            .call(.metadata(request)), .metadata,
            app.sends(
                "partnerProfile", ["status": 201, "profiles": [profile]], at: ["partner": "Apple"], headers: status(),
                facts: ["saml": ["number": .integer(saml), "isBase64": true, "length": 9]]),
        ]
    }
}

// Clients of the cookbook of Apple's single sign-on.
extension RightClient {
    private static let tv = SceneApp(information: SceneApp.appleTV)

    static let apple: [RightClient] = [
        RightClient(
            "the user signs in by the system's picker", by: "Apple SSO Cookbook (REST API V2), B, C and D", on: .tvOS,
            tv.start + [
                .mark(.launch), .access("granted"), AppleScene.silent, .refused("providerRejected"),
                tv.profiles(headers: AppleScene.status("granted", [:])), .mark(.requestedSignIn), tv.configuration(),
            ] + AppleScene.signIn(tv) + [tv.decides(["news": nil], headers: AppleScene.status())]),
        RightClient(
            "the user refuses access, and signs in with the app's pages", by: "REST API V2 FAQs, Apple SSO, 5",
            on: .tvOS,
            tv.start + [
                .mark(.launch), .access("denied"), tv.profiles(), .mark(.requestedSignIn), .access("denied"),
                tv.configuration(),
            ] + tv.signIn() + [tv.decides(["news": nil])]),
        RightClient(
            "a logout leads to the settings of the device", by: "REST API V2 FAQs, Apple SSO, 7", on: .tvOS,
            tv.start + [
                .mark(.launch), .access("granted"), AppleScene.silent, .metadata, tv.configuration(),
                tv.profile("Cablevision", [AppleScene.profile], headers: AppleScene.status()),
                .mark(.requestedByUser), tv.logout("partner_logout"), .mark(.shownSignOutInSettings),
            ]),
    ]
}
