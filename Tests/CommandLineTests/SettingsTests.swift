import Foundation
import TestSupport
import Testing

@Suite("The settings of a device and of apps", .waitsForPrograms)
struct SettingsTests {
    static let profile = """
        schema: 1
        name: a phone
        app: {bundleID: com.example.phone}
        device:
          platform: tvOS
          developer: {requestTimeoutsDisabled: true}
          behaviour: {signedOut: emptyMetadata}
          apps:
            com.example.phone:
              access: granted
              subscription: {accessLevel: freeWithAccount, expires: +1d, tierIdentifiers: [news]}
              userAccounts: [{identifier: alice, subscriptionBillingCycleEndDate: +30d}]
              automaticSignIn: {authorization: granted, token: t}
        """

    /// Creates a device from the profile above.
    private func phone(in tool: Tool) throws -> @Sendable (String) throws -> String {
        let file = try tool.write(Self.profile, to: "phone.yaml")
        #expect(try tool.run("device", "create", "phone", "--profile", file).error == "")
        return { line in
            let outcome = try tool.line("\(line) --device phone")
            #expect(outcome.status == 0, "\(line): \(outcome.error)")
            return outcome.output
        }
    }

    @Test("reset a whole mapping to its default by null")
    func null() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        _ = try phone("settings set developer=null behaviour=null")
        let shown = try phone("settings show")
        #expect(shown.contains(/developer.requestTimeoutsDisabled +false/))
        #expect(!shown.contains("emptyMetadata") && shown.contains("platform") && shown.contains("tvOS"))
        _ = try phone("app set automaticSignIn=null subscription=null")
        let app = try phone("app show")
        #expect(
            app.contains(/automaticSignIn.authorization +notDetermined/) && app.contains(/automaticSignIn.token +null/))
    }

    @Test("are shown in the notation of a profile")
    func shown() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        #expect(
            try phone("settings show") == """
                behaviour.cancellation                    obeyed
                behaviour.completion                      asynchronous
                behaviour.expiredDate                     past
                behaviour.missingSubscriptionEntitlement  terminate
                behaviour.missingUsageDescription         terminate
                behaviour.pickerRows                      supported
                behaviour.signedOut                       emptyMetadata
                behaviour.undeterminedAccess              refuse
                behaviour.unsupportedRegion               refuse
                behaviour.verificationData                withResponse
                developer.requestTimeoutsDisabled         true
                developer.simulateExpiredToken            false
                platform                                  tvOS
                region                                    supported

                """)
        #expect(
            try phone("app show --format json")
                == #"{"access":"granted","automaticSignIn":{"authorization":"granted","token":"t"},"#
                + #""bundleID":"com.example.phone","singleSignOnEntitlement":true,"subscription":{"accessLevel":"#
                + #""freeWithAccount","billingIdentifier":null,"expires":"2026-01-02T00:00:00Z","tierIdentifiers":"#
                + #"["news"]},"subscriptionEntitlement":true,"subscriptionHasEnded":false,"team":null,"#
                + #""usageDescription":true,"#
                + #""userAccounts":[{"accountProviderIdentifier":null,"accountType":"free","appleSubscription":null,"#
                + #""authenticationData":null,"billingIdentifier":null,"deviceCategory":"mobile","identifier":"alice","#
                + #""isFromCurrentDevice":true,"isSignedOut":false,"requiresSystemTrust":false,"#
                + #""subscriptionBillingCycleEndDate":"2026-01-31T00:00:00Z","tierIdentifiers":null,"updateURL":null}]}"#
                + "\n")
        // An unknown app has the default settings.
        #expect(try phone("app show com.example.other").contains("subscription                   null\n"))
        #expect(try phone("device show").contains("setting      behaviour.signedOut emptyMetadata\n"))
        #expect(try phone("device show").contains("app setting  com.example.phone subscription.accessLevel freeWith"))
        #expect(try phone("device show --format json").contains(#""apps":[{"access":"granted","automaticSignIn""#))
    }

    @Test("change key by key, and the others keep their values")
    func merge() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        #expect(try phone("settings set developer.simulateExpiredToken=true region=unsupported") == "")
        let settings = try phone("settings show --format json")
        #expect(settings.contains(#""developer":{"requestTimeoutsDisabled":true,"simulateExpiredToken":true}"#))
        #expect(settings.contains(#""signedOut":"emptyMetadata""#))
        #expect(settings.contains(#""platform":"tvOS","region":"unsupported""#))
        #expect(try phone("app set subscription.billingIdentifier=card automaticSignIn.token=null") == "")
        let app = try phone("app show")
        #expect(app.contains("subscription.accessLevel        freeWithAccount\n"))
        #expect(app.contains("subscription.billingIdentifier  card\n"))
        #expect(app.contains("subscription.expires            2026-01-02T00:00:00Z\n"))
        #expect(app.contains("automaticSignIn.token           null\n"))
        #expect(app.contains("automaticSignIn.authorization   granted\n"))
        // Offsets are relative to the device's clock at the time of the change.
        _ = try phone("clock advance 10d")
        #expect(try phone("app show").contains("subscriptionHasEnded            true\n"))
        _ = try phone("app set subscription.expires=+1d access=denied")
        #expect(try phone("app show").contains("subscription.expires            2026-01-12T00:00:00Z\n"))
        #expect(try phone("app show").contains("subscriptionHasEnded            false\n"))
        #expect(try phone("permission show com.example.phone") == "denied\n")
        _ = try phone("app set subscription=null")
        #expect(try phone("app show").contains("subscriptionHasEnded           null\n"))
        _ = try phone("app set team=T9")
        #expect(try phone("app show").contains("team                           T9\n"))
        #expect(try phone("device show").contains("app setting  com.example.phone team T9\n"))
        #expect(try phone("app set --help").contains(" team,"))
        // Without a subscription, this creates a paid subscription that does not expire.
        _ = try phone("app set subscription.tierIdentifiers=[a,b]")
        #expect(try phone("app show").contains(#"subscription.tierIdentifiers    ["a","b"]"#))
        #expect(try phone("app show").contains("subscription.expires            never\n"))
    }

    @Test("are reset to the profile separately, and with the device when it is erased")
    func reset() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        let made = try phone("device export -")
        let (settings, app) = (try phone("settings show"), try phone("app show"))
        func change() throws {
            _ = try phone("settings set platform=iOS behaviour.signedOut=providerRejected")
            _ = try phone("app set access=denied subscription=null userAccounts=[]")
            _ = try phone("app set --app com.example.other usageDescription=false")
        }
        try change()
        _ = try phone("settings reset")
        #expect(try phone("settings show") == settings)
        #expect(try phone("app show") != app)
        _ = try phone("app reset")
        #expect(try phone("app show") == app)
        #expect(try phone("app show com.example.other").contains("usageDescription               false\n"))
        _ = try phone("app reset com.example.other")
        #expect(try phone("device export -") == made)
        try change()
        _ = try phone("device erase")
        #expect(try phone("device export -") == made)
    }

    @Test("survive export and import, and an import with damaged ones is rejected")
    func transfer() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        _ = try phone("settings set developer.simulateExpiredToken=true")
        _ = try phone("app set automaticSignIn.authorization=granted automaticSignIn.token=two --app com.example.other")
        let exported = try phone("device export -")
        #expect(try tool.run("device", "import", "-", "--device", "copy", input: exported).error == "")
        #expect(try tool.line("device export - --device copy").output == exported)
        #expect(try tool.line("settings show --device copy").output == (try phone("settings show")))
        let shown = try tool.line("app show com.example.other --device copy").output
        #expect(shown.contains("automaticSignIn.token          two\n"))
        // An app's process may use an identifier that commands reject.
        let odd = exported.replacing("com.example.other", with: "my_app")
        #expect(try tool.run("device", "import", "-", "--device", "odd", input: odd).error.isEmpty)
        #expect(try tool.line("device show --device odd").error.isEmpty)
        for (document, reason) in [
            (#""device/app/a.b":{"subscription":7}"#, "'device/app/a.b' is damaged"),
            (
                #""device/settings":{"platform":"iOS","region":"supported","defaultBundleID":"a","developer":{"x":1}}"#,
                "'device/settings' is damaged"
            ),
        ] {
            let text = #"{"format":"tvsim-device","version":1,"documents":{\#(document)}}"#
            let outcome = try tool.run("device", "import", "-", "--device", "copy", input: text)
            #expect(outcome.status == 65)
            #expect(outcome.error.contains(reason))
        }
        #expect(try tool.line("device export - --device copy").output == exported)
    }

    @Test("can be set in the notation in which they are shown")
    func again() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let phone = try phone(in: tool)
        for noun in ["settings", "app"] {
            let rows = try phone("\(noun) show").split(separator: "\n").map { row in
                let parts = row.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
                return "\(parts[0])=\(parts[1].trimmingCharacters(in: .whitespaces))"
            }.filter { !$0.hasPrefix("bundleID=") && !$0.hasPrefix("subscriptionHasEnded=") }
            let before = try phone("\(noun) show")
            let outcome = try tool.run([noun, "set", "--device", "phone"] + rows)
            #expect(outcome.error == "")
            #expect(try phone("\(noun) show") == before)
        }
    }

    @Test("of a provider are shown: its schemes, its own answers, and every key that the profile has")
    func provider() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(
            """
            schema: 1
            name: acme
            providers:
              Acme:
                schemes: [api, saml]
                apiResponse: {status: ok, body: '{"a": 1}'}
                subscribers: {zoe: {apiResponse: {body: mine}}, max: {password: very secret}}
            """, to: "acme.yaml")
        try tool.run("device", "create", "acme", "--profile", file)
        let text = try tool.line("provider show Acme --device acme").output
        for row in [
            /id +Acme\n/, /schemes +\["api","saml"\]\n/, /apiResponse.status +ok\n/, /apiResponse.body +{"a": 1}\n/,
            /subscriber +zoe\n/, /zoe password +secret\n/, /zoe apiResponse.body +mine\n/,
            /max password +very secret\n/,
        ] {
            #expect(text.contains(row))
        }
        let json = try tool.line("provider show Acme --device acme --format json").output
        let listed = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(listed["schemes"] as? [String] == ["api", "saml"])
        #expect(listed["apiResponse"] as? [String: String] == ["status": "ok", "body": #"{"a": 1}"#])
        let subscribers = try #require(listed["subscribers"] as? [[String: Any]])
        #expect(subscribers.map { $0["name"] as? String } == ["zoe", "max"])
        #expect(subscribers.map { $0["password"] as? String } == ["secret", "very secret"])
        // The text has every key of the JSON.
        for key in listed.keys where key != "subscribers" {
            #expect(text.contains(try Regex("(?m)^\(key)[ .]")), "\(key)")
        }
    }

    @Test("of a provider include all service providers")
    func serviceProviders() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let given = """
            serviceProviders={https://sp.example: {assertionConsumerServices: [https://sp.example/a, https://sp.example/b], \
            singleLogoutService: https://sp.example/out, verificationToken: opaque}}
            """
        #expect(try tool.run("provider", "set", "Dish", given).status == 0)
        #expect(
            try tool.line("provider show Dish --format json").output.contains(
                #""knownServiceProviders":[{"assertionConsumerServices":["https://sp.example/a","https://sp.example/b"],"#
                    + #""entityID":"https://sp.example","singleLogoutService":"https://sp.example/out","#
                    + #""verificationToken":"opaque"}]"#))
        let shown = try tool.line("provider show Dish").output
        for row in [
            /serviceProvider +https:\/\/sp.example\n/,
            /serviceProvider.singleLogoutService +https:\/\/sp.example\/out\n/,
            /serviceProvider.verificationToken +opaque\n/,
            /serviceProvider.assertionConsumerServices +\["https:\/\/sp.example\/a","https:\/\/sp.example\/b"\]\n/,
        ] {
            #expect(shown.contains(row), "\(shown)")
        }
    }

    @Test("do not let a sign-in grant an app what the device's restrictions forbid")
    func grantRestricted() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.line("permission restrict com.example.other")
        let refused = try tool.line("account sign-in Dish --grant com.example.other")
        #expect(refused.status == 64)
        #expect(refused.error.hasPrefix("tvsim: cannot grant access to 'com.example.other'"))
        #expect(try tool.line("account show").output == "no user is signed in\n")
        #expect(try tool.line("permission show com.example.other").output == "restricted\n")
    }
}
