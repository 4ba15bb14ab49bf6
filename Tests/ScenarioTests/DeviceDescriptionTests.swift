import Foundation
import TVSimCore
import TVSimDevice
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The device of a profile")
struct DeviceDescriptionTests {
    @Test("has the defaults if no key is set")
    func defaults() throws {
        let profile = try ProfileText.decode(ProfileText.with("app: {bundleID: com.example.mine}\n"))
        var usual = DeviceSettings()
        usual.defaultBundleID = "com.example.mine"
        #expect(profile.world.deviceSettings == usual)
        #expect(profile.world.app("com.example.mine") == AppRecord(bundleID: "com.example.mine"))
        #expect(profile.viewer.automaticSignIn == .ignore)
    }

    @Test("has the given developer settings and behaviour, and defaults for the rest")
    func settings() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                device:
                  developer: {simulateExpiredToken: true}
                  behaviour:
                    signedOut: emptyMetadata
                    undeterminedAccess: prompt
                    expiredDate: none
                    verificationData: always
                    completion: synchronous
                    missingUsageDescription: error
                    unsupportedRegion: legacy
                    cancellation: ignored
                    pickerRows: all
                """))
        var developer = DeveloperSwitches()
        developer.simulateExpiredToken = true
        #expect(profile.device.settings.developer == developer)
        let behaviour = profile.device.settings.behaviour
        #expect(behaviour.signedOut == .emptyMetadata)
        #expect(behaviour.undeterminedAccess == .prompt)
        #expect(behaviour.expiredDate == FrameworkBehaviour.ExpiredDate.none)
        #expect(behaviour.verificationData == .always)
        #expect(behaviour.completion == .synchronous)
        #expect(behaviour.missingUsageDescription == .error)
        #expect(behaviour.unsupportedRegion == .legacy)
        #expect(behaviour.cancellation == .ignored)
        #expect(behaviour.pickerRows == .all)
    }

    @Test("has the given settings of an app; offsets count from the profile's clock, wherever the clock is in the text")
    func app() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                device:
                  apps:
                    a.b:
                      access: granted
                      singleSignOnEntitlement: false
                      subscription: {expires: +1d, tierIdentifiers: [sports], billingIdentifier: card}
                      userAccounts:
                        - identifier: alice
                          accountProviderIdentifier: Cablevision
                          accountType: paid
                          updateURL: https://example.com/account
                          requiresSystemTrust: true
                          isSignedOut: true
                          subscriptionBillingCycleEndDate: 2026-05-01T00:00:00Z
                          tierIdentifiers: [sports]
                          billingIdentifier: card
                          authenticationData: secret
                          isFromCurrentDevice: false
                          deviceCategory: other
                          appleSubscription: {customerID: c1, productCodes: [p1, p2]}
                      automaticSignIn: {authorization: granted, token: kept}
                clock: 2026-03-01T00:00:00Z
                """))
        let app = profile.world.app("a.b")
        let record = app
        #expect(app.access == .granted)
        #expect(!record.singleSignOnEntitlement)
        #expect(record.subscriptionEntitlement)
        #expect(record.usageDescription)
        #expect(
            record.subscription
                == RegisteredSubscription(
                    accessLevel: .paid, expires: profile.world.clock.addingTimeInterval(86_400),
                    tierIdentifiers: ["sports"],
                    billingIdentifier: "card"))
        var account = RegisteredUserAccount()
        account.identifier = "alice"
        account.accountProviderIdentifier = "Cablevision"
        account.accountType = .paid
        account.updateURL = "https://example.com/account"
        account.requiresSystemTrust = true
        account.isSignedOut = true
        account.subscriptionBillingCycleEndDate = TimeText.instant("2026-05-01T00:00:00Z")
        account.tierIdentifiers = ["sports"]
        account.billingIdentifier = "card"
        account.authenticationData = "secret"
        account.isFromCurrentDevice = false
        account.deviceCategory = .other
        account.appleSubscription = .init(customerID: "c1", productCodes: ["p1", "p2"])
        #expect(record.userAccounts == [account])
        #expect(record.automaticSignIn.authorization == .granted)
        #expect(record.automaticSignIn.token == "kept")
        #expect(app.hasSubscriptionEnded(at: profile.world.clock) == false)
        #expect(app.hasSubscriptionEnded(at: profile.world.clock.addingTimeInterval(86_400)) == true)
    }

    @Test("is written in the notation in which it is read")
    func writesBack() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                device:
                  platform: tvOS
                  behaviour: {pickerRows: all}
                  apps:
                    a.b:
                      subscription: {accessLevel: freeWithAccount, expires: -1s}
                      userAccounts: [{identifier: a, appleSubscription: {customerID: c}, tierIdentifiers: [t]}, {}]
                """))
        var settings = DeviceSettings()
        try Patch<DeviceSettings>(profile.device.settings.json).apply(to: &settings, at: profile.world.clock)
        #expect(settings == profile.device.settings)
        var app = AppRecord(bundleID: "a.b")
        try Patch<AppRecord>(profile.world.app("a.b").json).apply(to: &app, at: profile.world.clock)
        #expect(app == profile.world.app("a.b"))
    }

    typealias Case = RefusalTests.Case
    static let head = RefusalTests.head

    static let refused = [
        Case(
            "a developer switch that is misspelt", head + "device: {developer: {simulateExpired: true}}\n",
            "test.yaml:3:22: developer has no key 'simulateExpired' (known: simulateExpiredToken, "
                + "requestTimeoutsDisabled)"),
        Case(
            "a developer switch that is no truth value", head + "device: {developer: {simulateExpiredToken: on}}\n",
            "test.yaml:3:44: expected true or false, found text"),
        Case(
            "a behaviour that is misspelt", head + "device: {behavior: {}}\n",
            "test.yaml:3:10: device has no key 'behavior'; did you mean 'behaviour'?"),
        Case(
            "an unknown knob", head + "device: {behaviour: {signdOut: emptyMetadata}}\n",
            "test.yaml:3:22: behaviour has no key 'signdOut'; did you mean 'signedOut'?"),
        Case(
            "an unknown answer of a knob", head + "device: {behaviour: {pickerRows: al}}\n",
            "test.yaml:3:34: 'al' is not one of supported, all; did you mean 'all'?"),
        Case(
            "an unknown key of an app", head + "device: {apps: {a.b: {usagedescription: false}}}\n",
            "test.yaml:3:23: an app of the device has no key 'usagedescription'; did you mean 'usageDescription'?"),
        Case(
            "an end of a subscription that is none",
            head + "device: {apps: {a.b: {subscription: {expires: 30}}}}\n",
            "test.yaml:3:47: expected an instant, an offset such as +30d, or never, found a number"),
        Case(
            "a second account with the same identifier",
            head + "device: {apps: {a.b: {userAccounts: [{identifier: x}, {identifier: x}]}}}\n",
            "test.yaml:3:68: an app can have only one account with the identifier 'x' on this device"),
        Case(
            "a second account without an identifier",
            head + "device: {apps: {a.b: {userAccounts: [{}, {isFromCurrentDevice: false}, {accountType: paid}]}}}\n",
            "test.yaml:3:72: an app can have only one account without an identifier on this device"),
        Case(
            "an address without a scheme",
            head + "device: {apps: {a.b: {userAccounts: [{updateURL: example.com}]}}}\n",
            "test.yaml:3:50: invalid URL 'example.com': expected an absolute URL, such as https://example.com/account"),
        Case(
            "an address that is a program",
            head + "device: {apps: {a.b: {userAccounts: [{updateURL: 'JavaScript:alert(1)'}]}}}\n",
            "test.yaml:3:50: the URL scheme 'javascript' is not allowed: expected https, http or the scheme of an app"),
        Case(
            "an address that shows another address",
            head + "device: {apps: {a.b: {userAccounts: [{updateURL: 'view-source:javascript:alert(1)'}]}}}\n",
            "test.yaml:3:50: the URL scheme 'view-source' is not allowed: expected https, http or the scheme of an app"),
        Case(
            "a subscription bought through Apple by nobody",
            head + "device: {apps: {a.b: {userAccounts: [{appleSubscription: {}}]}}}\n",
            "test.yaml:3:58: appleSubscription needs the key 'customerID'"),
        Case(
            "an unknown authorization", head + "device: {apps: {a.b: {automaticSignIn: {authorization: grantd}}}}\n",
            "test.yaml:3:56: 'grantd' is not one of notDetermined, granted, denied; did you mean 'granted'?"),
        Case(
            "a provider that speaks nothing", head + "providers: {A: {schemes: []}}\n",
            "test.yaml:3:26: a provider needs at least one scheme: saml or api"),
        Case(
            "a scheme given twice", head + "providers: {A: {schemes: [api, api]}}\n",
            "test.yaml:3:26: duplicate scheme"),
        Case(
            "an unknown scheme", head + "providers: {A: {schemes: [smal]}}\n",
            "test.yaml:3:27: 'smal' is not one of saml, api; did you mean 'saml'?"),
        Case(
            "a provider's own answer with an unknown key", head + "providers: {A: {apiResponse: {boy: x}}}\n",
            "test.yaml:3:31: apiResponse has no key 'boy'; did you mean 'body'?"),
        Case(
            "an unknown answer to the sheet of Automatic Sign-In", head + "viewer: {automaticSignIn: alow}\n",
            "test.yaml:3:27: 'alow' is not one of allow, deny, ignore, none; did you mean 'allow'?"),
        Case(
            "an unknown word for the picker", head + "viewer: {systemPicker: nobody}\n",
            "test.yaml:3:24: 'nobody' is not one of none, cancel, other or {choose: PROVIDER, as: SUBSCRIBER} "
                + "or {application: ROW}"),
        Case(
            "a change of settings with an unknown key", head + "flow: [{settings: {regin: supported}}]\n",
            "test.yaml:3:20: device has no key 'regin'; did you mean 'region'?"),
        Case(
            "a change of nothing", head + "flow: [app]\n", "test.yaml:3:8: app needs an argument: 'app: …'"),
        Case(
            "a grant to what is no app", head + "flow: [{signIn: {provider: Dish, as: carol, grant: a b}}]\n",
            "test.yaml:3:52: invalid bundle identifier 'a b': use letters, digits and hyphens in parts joined by "
                + "dots, such as com.example.stream"),
        Case(
            "an error that an operation of accounts does not know",
            head + "faults: [{at: userAccountManager.userAccounts, error: rejcted}]\n",
            "test.yaml:3:55: userAccountManager.userAccounts cannot fail with 'rejcted', only with accessNotGranted, "
                + "unsupportedProvider, userCancelled, serviceTemporarilyUnavailable, providerRejected, "
                + "invalidVerificationToken, rejected, unsupported; did you mean 'rejected'?"),
    ]

    @Test("is rejected with its position if it is invalid", arguments: refused)
    func refuses(_ row: Case) {
        #expect(ProfileText.refusal(of: row.text)?.description == row.expected)
    }
}
