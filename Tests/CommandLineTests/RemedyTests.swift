import Foundation
import TestSupport
import Testing

/// Tests that the remedy of `tvsim explain` is a shell command that changes the outcome.
@Suite("What tvsim explain advises", .waitsForPrograms)
struct RemedyTests {
    struct Explained: Decodable {
        let stoppedBy: String?
        let remedy: String?
        let reasons: [String]
    }

    static let signedIn = "account: {provider: Cablevision, subscriber: alice, expires: +30d}"

    /// The device, and the condition that fails when the app sets its requestor.
    static let helped: [(String, String)] = [
        (
            "device: {behaviour: {signedOut: emptyMetadata}, apps: {com.example.stream: {access: granted}}}",
            "signedIn"
        ),
        (
            """
            device:
              behaviour: {expiredDate: none}
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice, expires: -1s}
            """, "signedIn"
        ),
        ("device: {apps: {com.example.stream: {access: denied}}, \(signedIn)}", "permissionGranted"),
        (
            "device: {apps: {com.example.stream: {access: granted, singleSignOnEntitlement: false}}, \(signedIn)}",
            "permissionGranted"
        ),
        (
            "device: {region: unsupported, apps: {com.example.stream: {access: granted}}, \(signedIn)}",
            "permissionGranted"
        ),
        (
            "device: {developer: {simulateExpiredToken: true}, apps: {com.example.stream: {access: granted}}, \(signedIn)}",
            "signedIn"
        ),
        ("device: {apps: {com.example.stream: {access: granted}}}", "signedIn"),
        // The first provider has no subscriber, and the second is not integrated.
        (
            """
            device: {apps: {com.example.stream: {access: granted}}}
            providers: {A: {subscribers: {}}, B: {subscribers: {bea: {}}}, C: {subscribers: {cora: {}}}}
            service: {requestors: {REF30: {integrations: {A: {}, C: {}}}}}
            """, "signedIn"
        ),
        (
            """
            device: {apps: {com.example.stream: {access: granted}}}
            providers: {'P$(touch${IFS}pwned)': {subscribers: {'-x''y': {}}}}
            """, "signedIn"
        ),
        (
            "device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}\nfaults: [{at: service.token, error: 503}]",
            ""
        ),
        (integrated("enabled: false", beside: ", Dish: {}"), "integrationEnabled"),
        (integrated("singleSignOn: false", beside: ", Dish: {}"), "singleSignOnEnabled"),
        // If several MVPDs use one provider, the condition is about the MVPD that the exchange selects.
        (several("Off: {provider: Cablevision, enabled: false}", "degradation: AuthNAll"), "notDegraded"),
        (several("NoSSO: {provider: Cablevision, singleSignOn: false}", "degradation: AuthNAll"), "notDegraded"),
        (several("Off: {provider: Cablevision, enabled: false}", "singleSignOn: false"), "singleSignOnEnabled"),
        // Without an MVPD that supports single sign-on, there is no exchange.
        (integrated("enabled: false"), ""),
        (integrated("singleSignOn: false"), ""),
        (integrated("boardingStatus: PICKER"), "singleSignOnEnabled"),
        // The setting of the platform is changed, and not the one that it overrides.
        (integrated("platforms: {iOS: {singleSignOn: false}}", beside: ", Dish: {}"), "singleSignOnEnabled"),
        (integrated("singleSignOn: false, platforms: {iOS: {enabled: false}}"), ""),
        (integrated("degradation: AuthNAll"), "notDegraded"),
        (answering("defect: noResponse"), "samlResponseReceived"),
        ("service: {throttling: {requestsPerSecond: 1, burst: 0}}", ""),
        (answering("schemes: [api]"), "singleSignOnEnabled"),
        // The user is signed in with a provider that is not integrated, and other providers exist.
        (
            """
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Dish, subscriber: carol, expires: +30d}
            providers: {Cablevision: {subscribers: {alice: {}}}, Dish: {subscribers: {carol: {}}}}
            service: {requestors: {REF30: {integrations: {Cablevision: {}}}}}
            """, "integrationEnabled"
        ),
        // The requestor has no integration for single sign-on, and the user is signed in with another provider.
        (elsewhere("enabled: false"), ""),
        (elsewhere("singleSignOn: false"), ""),
        // The provider that the user is signed in with does not support SAML and is not integrated.
        (elsewhere("enabled: true", "schemes: [api]"), "integrationEnabled"),
    ]

    /// Returns a device with an account at Dish, whose requestor integrates only Cablevision.
    private static func elsewhere(_ integration: String, _ provider: String = "") -> String {
        """
        device:
          apps: {com.example.stream: {access: granted}}
          account: {provider: Dish, subscriber: carol, expires: +30d}
        providers: {Cablevision: {subscribers: {alice: {}}}, Dish: {subscribers: {carol: {}}, \(provider)}}
        service: {requestors: {REF30: {integrations: {Cablevision: {\(integration)}}}}}
        """
    }

    private static func integrated(_ setting: String, beside others: String = "") -> String {
        """
        device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}
        service: {requestors: {REF30: {integrations: {"$(touch${IFS}pwned)": {provider: Cablevision, \(setting)}\(others)}}}}
        """
    }

    /// Returns a device whose requestor has two integrations of Cablevision and another one.
    private static func several(_ first: String, _ second: String) -> String {
        """
        device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}
        service: {requestors: {REF30: {integrations: {\(first), Used: {provider: Cablevision, \(second)}, Dish: }}}}
        """
    }

    private static func answering(_ setting: String) -> String {
        """
        device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}
        providers: {Cablevision: {subscribers: {alice: {}}, \(setting)}}
        """
    }

    /// Devices with names that a shell would execute without quotes.
    static let hostile = helped.filter { $0.0.contains("$(touch") && ["signedIn", "notDegraded"].contains($0.1) }

    /// The device, and the condition that fails when the app starts a sign-in.
    static let helpedToSignIn: [(String, String)] = [
        (answering("schemes: [api]"), "singleSignOnEnabled"),
        ("device: {apps: {com.example.stream: {usageDescription: false}}}", ""),
        ("device: {apps: {com.example.stream: {access: granted, usageDescription: false}}}", ""),
        ("device: {apps: {com.example.stream: {access: granted}}, behaviour: {signedOut: emptyMetadata}}", "signedIn"),
        (
            """
            device:
              behaviour: {expiredDate: none}
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice, expires: -1s}
            """, "signedIn"
        ),
    ]

    /// A change of a device with a signed-in user, and the condition that fails after it.
    static let done: [(line: String, condition: String)] = [
        ("provider set Cablevision boarding=none", "integrationEnabled"),
        ("integration set Cablevision provider=null", "integrationEnabled"),
        ("integration set Cablevision provider=Dish", "integrationEnabled"),
        ("provider set Cablevision subscribers.alice=null", "samlResponseReceived"),
    ]

    /// A world in which the configuration request fails, the expected remedy, and the world after the remedy.
    static let profiles = [
        (
            "service: {requestors: {OTHER: {integrations: {Dish: {}}}}}",
            "set 'app: {requestor: OTHER}' in the profile",
            "app: {requestor: OTHER}\nservice: {requestors: {OTHER: {integrations: {Dish: {}}}}}"
        )
    ]

    @Test("says what the profile needs if the service returns no configuration", arguments: profiles)
    func configuration(world: String, remedy: String, followed: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (name, text) in [("before", world), ("after", followed)] {
            let file = try tool.write("schema: 1\nname: explained\n\(text)\n", to: "\(name).yaml")
            try tool.run("device", "create", name, "--profile", file)
        }
        let call = Self.world(needs: remedy)
        #expect(try Self.explained(tool, call, "--device", "before").remedy == remedy)
        #expect(try Self.explained(tool, call, "--device", "after").remedy != remedy)
    }

    private static func world(needs remedy: String) -> String {
        remedy.hasPrefix("throttling") ? "getAuthentication" : "setRequestor"
    }

    /// Explains a call, runs the remedy unchanged, and explains the call again.
    @discardableResult
    private static func follow(
        _ world: String, _ call: String, stoppedBy condition: String,
        obeying obey: (Tool, String) throws -> Void = Self.typed
    ) throws -> (before: Explained, after: Explained) {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write("schema: 1\nname: explained\n\(world)\n", to: "explained.yaml")
        try tool.run("device", "create", "explained", "--profile", file)
        let before = try Self.explained(tool, call, "--device", "explained")
        #expect(before.stoppedBy ?? "" == condition)
        let remedy = try #require(before.remedy)
        #expect(remedy.hasSuffix("--device explained") || remedy.contains("--device explained --"), "\(remedy)")
        try obey(tool, remedy)
        let after = try Self.explained(tool, call, "--device", "explained")
        #expect(after.stoppedBy != condition || condition.isEmpty, "\(remedy)")
        #expect(after.remedy != remedy, "\(remedy)")
        return (before, after)
    }

    private static func typed(_ tool: Tool, _ remedy: String) throws {
        #expect(try tool.typed(remedy) == .init(status: 0, output: "", error: ""), "\(remedy)")
    }

    @Test("says in a sentence what only the profile can change, and names what is missing")
    func words() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: explained
            device: {apps: {com.example.stream: {access: granted}}, \(Self.signedIn)}
            providers: {Cablevision: {subscribers: {alice: {}}}, Dish: {}}
            service: {requestors: {REF30: {integrations: {Dish: {}}}}}
            """
        let file = try tool.write(profile, to: "explained.yaml")
        try tool.run("device", "create", "explained", "--profile", file)
        #expect(
            try Self.explained(tool, "setRequestor", "--device", "explained").remedy
                == "add an integration with Cablevision to the profile")
    }

    /// Integrations of one provider, and the one of them whose change makes the exchange work.
    static let several: [(integrations: String, remedy: String)] = [
        ("One: {singleSignOn: false}, Two: {boardingStatus: PICKER}", "Two boardingStatus=SUPPORTED"),
        ("One: {enabled: false}, Two: {singleSignOn: false}", "Two singleSignOn=true"),
        ("One: {enabled: false}, Two: {enabled: false}", "One enabled=true"),
    ]

    @Test("changes the integration that the exchange uses, if a provider has several", arguments: several)
    func ofSeveral(_ integrations: String, _ remedy: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let own = integrations.replacing("{", with: "{provider: Cablevision, ")
        let profile = """
            schema: 1
            name: explained
            device: {apps: {com.example.stream: {access: granted}}, \(Self.signedIn)}
            service: {requestors: {REF30: {integrations: {\(own)}}}}
            """
        let file = try tool.write(profile, to: "explained.yaml")
        try tool.run("device", "create", "explained", "--profile", file)
        #expect(
            try Self.explained(tool, "setRequestor", "--device", "explained").remedy
                == "tvsim integration set \(remedy) --device explained")
    }

    private static func explained(_ tool: Tool, _ call: String, _ more: String...) throws -> Explained {
        let outcome = try tool.run(["explain", call, "--format", "json"] + more)
        #expect(outcome.status == 0, "\(outcome.error)")
        return try JSONDecoder().decode(Explained.self, from: Data(outcome.output.utf8))
    }

    @Test("is a command that fulfils the condition", arguments: helped)
    func helps(_ world: String, _ condition: String) throws {
        try Self.follow(world, "setRequestor", stoppedBy: condition)
    }

    @Test("makes a sign-in succeed", arguments: helpedToSignIn)
    func helpsToSignIn(_ world: String, _ condition: String) throws {
        try Self.follow(world, "getAuthentication", stoppedBy: condition)
    }

    @Test(
        "is a response without a defect if the service rejects the provider's response",
        arguments: [
            "wrongKey", "expired", "notYetValid", "wrongAudience", "wrongRecipient", "wrongInResponseTo",
            "wrongIssuer", "unsigned", "tampered", "missingAttribute",
        ], ["setRequestor", "getAuthentication"])
    func refusedResponse(defect: String, call: String) throws {
        let (before, after) = try Self.follow(Self.answering("defect: \(defect)"), call, stoppedBy: "")
        #expect(before.remedy == "tvsim provider set Cablevision defect=none --device explained")
        #expect(before.reasons.last == "the service refused the provider's response")
        #expect(before.reasons.contains { $0.contains("invalid_parameter_saml_response") })
        #expect(after.remedy == nil)
    }

    @Test("is the provider's own response if the service rejects a fixed response")
    func refusedRecording() throws {
        let (before, after) = try Self.follow(
            Self.answering("samlResponse: recorded"), "setRequestor", stoppedBy: "")
        #expect(before.remedy == "tvsim provider set Cablevision samlResponse=null --device explained")
        #expect(after.remedy == nil)
    }

    @Test("reverts the effects of commands, until every condition holds", arguments: done)
    func undoes(line: String, condition: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for line in ["account sign-in Cablevision --as alice --grant com.example.stream", line] {
            #expect(try tool.line(line) == .init(status: 0, output: "", error: ""))
        }
        var found = try Self.explained(tool, "setRequestor")
        #expect(found.stoppedBy == condition)
        for _ in 0..<3 {
            guard found.stoppedBy != nil else { break }
            let remedy = try #require(found.remedy)
            try Self.typed(tool, remedy)
            found = try Self.explained(tool, "setRequestor")
        }
        #expect(found.stoppedBy == nil, "\(found.remedy ?? "nothing is advised")")
    }

    @Test("consists of several steps if the only provider is listed but not boarded")
    func listedProvider() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: explained
            device: {apps: {com.example.stream: {access: granted}}}
            providers: {A: {boarding: pickerOnly, subscribers: {x: {}}}}
            service: {requestors: {REF30: {integrations: {A: {}}}}}
            """
        try tool.run("device", "create", "listed", "--profile", try tool.write(profile, to: "listed.yaml"))
        var remedies: [String] = []
        while remedies.count < 5, let remedy = try Self.explained(tool, "setRequestor", "--device", "listed").remedy {
            remedies.append(remedy)
            #expect(try tool.typed(remedy).status == 0, "\(remedy)")
        }
        #expect(
            remedies == [
                "tvsim provider set A boarding=supported --device listed",
                "tvsim account sign-in A --as x --device listed",
            ])
    }

    @Test("names the device if a command without a name would use another one")
    func device() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try Self.explained(tool, "setRequestor").remedy == "tvsim permission grant com.example.stream")
        try tool.run("device", "create", "other")
        let line = "tvsim explain setRequestor --device default --format json"
        let told = try tool.typed(line, adding: ["TVSIM_DEVICE": "other"]).output
        let found = try JSONDecoder().decode(Explained.self, from: Data(told.utf8))
        #expect(found.remedy == "tvsim permission grant com.example.stream --device default")
    }
}

extension RemedyTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("is quoted so that a shell reads the same arguments and runs nothing else", arguments: hostile)
        func shell(_ world: String, _ condition: String) throws {
            try follow(world, "setRequestor", stoppedBy: condition) { tool, remedy in
                let words = try tool.shell("printf '%s\\n' \(remedy)", in: tool.home)
                #expect(words == TypedWords.of(remedy).joined(separator: "\n") + "\n")
                #expect(try tool.shell(remedy, in: tool.home) == "", "\(remedy)")
                #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "pwned").path))
            }
        }
    }
}
