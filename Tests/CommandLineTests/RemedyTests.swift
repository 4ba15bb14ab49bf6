import Foundation
import Testing

/// What `tvsim explain` advises: a command that helps, and means what it says in the shell of whoever reads it.
@Suite("What tvsim explain advises")
struct RemedyTests {
    struct Explained: Decodable {
        let stoppedBy: String?
        let remedy: String?
    }

    static let signedIn = "account: {provider: Cablevision, subscriber: alice, expires: +30d}"

    /// The device, and the condition that does not hold on it.
    static let helped: [(String, String)] = [
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
        // The first provider has nobody to sign in, the second is not integrated.
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
        // Where no MVPD takes part, nothing is tried.
        (integrated("enabled: false"), ""),
        (integrated("singleSignOn: false"), ""),
        (integrated("boardingStatus: PICKER"), "singleSignOnEnabled"),
        (integrated("degradation: AuthNAll"), "notDegraded"),
        (answering("defect: noResponse"), "samlResponseReceived"),
        (answering("schemes: [api]"), "signedIn"),
    ]

    private static func integrated(_ setting: String, beside others: String = "") -> String {
        """
        device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}
        service: {requestors: {REF30: {integrations: {"$(touch${IFS}pwned)": {provider: Cablevision, \(setting)}\(others)}}}}
        """
    }

    private static func answering(_ setting: String) -> String {
        """
        device: {apps: {com.example.stream: {access: granted}}, \(signedIn)}
        providers: {Cablevision: {subscribers: {alice: {}}, \(setting)}}
        """
    }

    @Test("advises a command that, run as it stands, lets the condition hold", arguments: helped)
    func helps(_ world: String, _ condition: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write("schema: 1\nname: explained\n\(world)\n", to: "explained.yaml")
        try tool.run("device", "create", "explained", "--profile", file)
        let before = try explained(tool, "--device", "explained")
        #expect(before.stoppedBy ?? "" == condition)
        let remedy = try #require(before.remedy)
        #expect(remedy.hasSuffix("--device explained") || remedy.contains("--device explained --"), "\(remedy)")
        #expect(try tool.shell(remedy, in: tool.home) == "", "\(remedy)")
        let after = try explained(tool, "--device", "explained")
        #expect(after.stoppedBy != condition || condition.isEmpty, "\(remedy)")
        #expect(after.remedy != remedy, "\(remedy)")
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "pwned").path))
    }

    @Test("says in words what only the profile can change, and names what is not there")
    func words() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: explained
            device: {apps: {com.example.stream: {access: granted}}, \(Self.signedIn)}
            service: {requestors: {REF30: {integrations: {Dish: {}}}}}
            """
        let file = try tool.write(profile, to: "explained.yaml")
        try tool.run("device", "create", "explained", "--profile", file)
        #expect(
            try explained(tool, "--device", "explained").remedy == "an integration with Cablevision in the profile")
    }

    @Test("names the device wherever a command without a name would mean another one")
    func device() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try explained(tool).remedy == "tvsim permission grant com.example.stream")
        try tool.run("device", "create", "other")
        let line = "TVSIM_DEVICE=other tvsim explain setRequestor --device default --format json"
        let found = try JSONDecoder().decode(Explained.self, from: Data(try tool.shell(line, in: tool.home).utf8))
        #expect(found.remedy == "tvsim permission grant com.example.stream --device default")
    }

    private func explained(_ tool: Tool, _ more: String...) throws -> Explained {
        let outcome = try tool.start(["explain", "setRequestor", "--format", "json"] + more).wait()
        #expect(outcome.status == 0, "\(outcome.error)")
        return try JSONDecoder().decode(Explained.self, from: Data(outcome.output.utf8))
    }
}
