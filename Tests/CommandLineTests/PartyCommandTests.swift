import Foundation
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("tvsim integration and tvsim provider", .waitsForPrograms)
struct PartyCommandTests {
    struct Explained: Decodable {
        let stoppedBy: String?
        let callbacks: [String]
    }

    /// Returns the parts of a device's export that contain entitlements.
    @Test("take effect at an app's next call, and reset to the profile")
    func effect() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for line in ["permission grant com.example.stream", "account sign-in Cablevision --as alice"] {
            #expect(try tool.line(line).status == 0)
        }
        func stopped() throws -> String? {
            let shown = try tool.line("explain setRequestor --format json").output
            return try JSONDecoder().decode(Explained.self, from: Data(shown.utf8)).stoppedBy
        }
        #expect(try stopped() == nil)
        for (change, reset, condition) in [
            ("integration set Cablevision enabled=false", "integration reset Cablevision", "integrationEnabled"),
            ("integration set Cablevision degradation=AuthNAll", "integration reset Cablevision", "notDegraded"),
            (
                "integration set Cablevision boardingStatus=null --requestor REF30",
                "integration reset Cablevision --requestor REF30", "singleSignOnEnabled"
            ),
            ("provider set Cablevision boarding=pickerOnly", "provider reset Cablevision", "singleSignOnEnabled"),
            ("provider set Cablevision boarding=none", "provider reset Cablevision", "integrationEnabled"),
            ("provider set Cablevision defect=noResponse", "provider reset Cablevision", "samlResponseReceived"),
        ] {
            let before = try tool.line("device export -").output
            #expect(try tool.line(change) == .init(status: 0, output: "", error: ""), "\(change)")
            #expect(try stopped() == condition, "\(change)")
            #expect(try tool.line(reset) == .init(status: 0, output: "", error: ""), "\(reset)")
            #expect(try tool.line("device export -").output == before, "\(reset)")
        }
    }

    @Test("keep the provider of an integration with another identity provider")
    func elsewhere() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        func value(_ key: String) throws -> String? {
            let rows = try tool.line("integration show Mediacom").output.split(separator: "\n").map(\.squeezed)
            return rows.first { $0.hasPrefix(key + " ") }.map { String($0.dropFirst(key.count + 1)) }
        }
        /// Returns erin's entitlements at the service.
        func entitlements() throws -> [ResourceID]? {
            let library = DeviceLibrary(environment: ["TVSIM_HOME": tool.home.path])
            let world = World(store: try library.open("default", creating: false))
            let integration = try world.service.configuration().requestor("REF30")?.integration("Mediacom")
            return integration?.contract.members.member("erin")?.resources
        }
        let profile = tool.home.appending(path: "mediacom.yaml")
        try Data(
            """
            schema: 1
            name: an MVPD that the platform does not know
            service: {requestors: {REF30: {integrations: {Mediacom: {provider: Mediacom}}}}}
            providers: {Mediacom: {boarding: none, subscribers: {erin: {entitlements: [REF30]}}}}
            """.utf8
        ).write(to: profile)
        #expect(try tool.line("device create default --profile \(profile.path)").status == 0)
        let before = try tool.line("device export -").output
        #expect(try entitlements() == ["REF30"])
        let outside: [String: Any] = [
            "entityID": "https://idp.example", "certificates": [TestKeys.provider.certificate],
            "singleSignOnService": "https://idp.example/sso",
        ]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: outside), as: UTF8.self)
        let set = try tool.run(["integration", "set", "Mediacom", "identityProvider=\(text)"])
        #expect(set.status == 0, "\(set.error)")
        #expect(try tool.line("integration set Mediacom authenticationTTL=1h").status == 0)
        #expect(try value("provider") == "Mediacom")
        #expect(try entitlements() == ["REF30"])
        // The service takes entitlements from the provider, for every kind of sign-in.
        let wider = ["provider", "set", "Mediacom", "subscribers={erin: {entitlements: [REF30, OTHER]}}"]
        #expect(try tool.run(wider).status == 0)
        #expect(try entitlements() == ["REF30", "OTHER"])
        #expect(try tool.line("provider reset Mediacom").status == 0)
        #expect(try tool.line("integration set Mediacom identityProvider=null authenticationTTL=30d").status == 0)
        #expect(try tool.line("device export -").output == before)
    }

    @Test(
        "keep a chosen boarding status, and derive any other from the provider")
    func boardingStatus() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: a status that was chosen
            service: {requestors: {REF30: {integrations: {Cablevision: {boardingStatus: SUPPORTED}, Dish: , Mediacom: }}}}
            """
        try tool.run("device", "create", "default", "--profile", try tool.write(profile, to: "chosen.yaml"))
        func status(_ mvpd: String) throws -> String {
            let shown = try tool.line("integration show \(mvpd)").output
            let line = shown.split(separator: "\n").first { $0.hasPrefix("boardingStatus ") }
            return String(try #require(line?.split(separator: " ").last))
        }
        func change(_ line: String) throws {
            #expect(try tool.line(line) == .init(status: 0, output: "", error: ""), "\(line)")
        }
        for provider in ["Cablevision", "Dish"] { try change("provider set \(provider) boarding=pickerOnly") }
        #expect(try status("Cablevision") == "SUPPORTED")
        #expect(try status("Dish") == "PICKER")
        try change("integration set Mediacom provider=Dish")
        #expect(try status("Mediacom") == "PICKER")
        // Whether a status was set explicitly is kept by other changes, by an export and by a reset to the profile.
        try change("integration set Dish authenticationTTL=1h")
        try change("device export kept.json")
        try change("device import kept.json")
        try change("provider set Dish boarding=supported")
        #expect(try status("Dish") == "SUPPORTED")
        #expect(try status("Mediacom") == "SUPPORTED")
        try change("integration set Dish boardingStatus=SUPPORTED")
        try change("provider set Dish boarding=pickerOnly")
        #expect(try status("Dish") == "SUPPORTED")
        try change("integration reset Dish")
        #expect(try status("Dish") == "PICKER")
    }

    /// Changes of a provider's subscribers that name an unknown subscriber.
    static let strangers = [
        ("subscribers={zed: null}", "Dish has no subscriber 'zed' (known: carol)"),
        ("subscribers={carlo: null}", "Dish has no subscriber 'carlo'; did you mean 'carol'?"),
        ("homeNetwork=alice", "Dish has no subscriber 'alice' (known: carol)"),
        ("subscribers=null", "subscribers: name the subscriber to remove: '{NAME: null}'"),
    ]

    @Test("do not remove or create unknown subscribers", arguments: strangers)
    func removesNobody(change: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let before = try tool.line("device export -").output
        let outcome = try tool.run("provider", "set", "Dish", change)
        #expect(outcome.error == "tvsim: \(reason)\n")
        #expect(outcome.status != 0)
        #expect(try tool.line("device export -").output == before)
    }

    @Test("show every key that can be set, as it would be set")
    func getters() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let change =
            "integration set Dish enabled=false boardingStatus=PICKER authenticationTTL=2h degradation=AuthZNone"
        #expect(
            try tool.line(
                change + " displayName=Plate degradationMessage=soon tempPass.duration=10m authorizationResourceLimit=2"
            ).status == 0)
        let rows = Set(try tool.line("integration show Dish").output.split(separator: "\n").map { $0.squeezed })
        for row in [
            "enabled false", "boardingStatus PICKER", "authenticationTTL 2h", "degradation AuthZNone",
            "displayName Plate", "degradationMessage soon", "tempPass.duration 10m", "tempPass.resources null",
            "authorizationResourceLimit 2", "preauthorizationResourceLimit 5", "mvpd Dish", "requestor REF30",
            "provider Dish", "identityProvider null",
        ] {
            #expect(rows.contains(row), "\(row)")
        }
        let listed = try tool.line("integration list").output
        #expect(listed.contains(/REF30 +Dish +Dish +PICKER +not enabled, AuthZNone\n/))
        #expect(listed.contains(/REF30 +Cablevision +Cablevision +SUPPORTED\n/))

        // Setting each printed key to its printed value changes nothing.
        let shown = try tool.line("integration show Dish --format json").output
        let values = try #require(
            try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
        for (key, value) in values where key != "mvpd" && key != "requestor" {
            let text = String(
                decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed), as: UTF8.self)
            let outcome = try tool.run(["integration", "set", "Dish", "\(key)=\(text)"])
            #expect(outcome.status == 0, "\(key): \(outcome.error)")
        }
        #expect(try tool.line("integration show Dish --format json").output == shown)

        #expect(
            try tool.line("provider set Dish homeNetwork=carol schemes=[api,saml] apiResponse.status=ok").status == 0)
        let provider = try tool.line("provider show Dish").output
        for row in [/homeNetwork +carol/, /schemes +\["api","saml"\]/, /apiResponse.status +ok/] {
            #expect(provider.contains(row))
        }
        #expect(try tool.line("provider show Dish --format json").output.contains(#""attributes":{"#))
        // Text of a provider must not forge rows of the output.
        let body = #"apiResponse={body: "a\nsubscriber  eve"}"#
        #expect(try tool.run("provider", "set", "Dish", body).status == 0)
        let shownRows = try tool.line("provider show Dish").output
        #expect(shownRows.contains(/apiResponse.body +a\\u\{A\}subscriber  eve\n/))
        #expect(!shownRows.contains("\nsubscriber  eve"))
    }

    @Test(
        "reject unknown names and invalid values, and change nothing",
        arguments: [
            ("integration set Cablevisio enabled=false", 66, "'REF30' has no integration 'Cablevisio'; did you mean"),
            ("integration set Cablevision enabled=false --requestor REF3", 66, "unknown requestor 'REF3'; did you"),
            ("integration set Cablevision enabled=perhaps", 64, "enabled: expected true or false, found text"),
            ("integration set Cablevision authorizationResourceLimit=0", 64, "expected a whole number from 1 to 1000"),
            (
                "integration set Cablevision preauthorizationResourceLimit=1001", 64,
                "preauthorizationResourceLimit: expected a whole number from 1 to 1000"
            ),
            ("integration set Cablevision authorizationResourceLimit=two", 64, "expected a whole number, found text"),
            ("integration set Cablevision provider=Dosh", 66, "unknown provider 'Dosh'; did you mean 'Dish'?"),
            ("integration set Cablevision enbled=true", 64, "no key 'enbled'; did you mean 'enabled'?"),
            (
                "integration set Cablevision enabled", 64,
                "invalid argument 'enabled': expected KEY=VALUE, such as singleSignOn=false"
            ),
            ("integration show Nobody", 66, "(known: Cablevision, Dish, Suddenlink, Mediacom)"),
            ("integration reset Nobody", 66, "'REF30' has no integration 'Nobody'"),
            ("integration list --requestor nobody", 66, "unknown requestor 'nobody' (known: REF30)"),
            ("provider set Dosh defect=none", 66, "unknown provider 'Dosh'; did you mean 'Dish'?"),
            ("provider set Dish defect=expird", 64, "defect: 'expird' is not one of the"),
            ("provider set Dish homeNetwork=carl", 66, "Dish has no subscriber 'carl'; did you mean 'carol'?"),
            ("provider set Dish schemes=[]", 64, "a provider needs at least one scheme"),
            ("provider reset Dosh", 66, "unknown provider 'Dosh'; did you mean 'Dish'?"),
            ("viewer set appPicker={choose:Dosh}", 64, "appPicker"),
            ("viewer set {\"appPicker\":{\"choose\":\"Dosh\"}}", 64, "expected KEY=ANSWER"),
        ])
    func refusals(_ line: String, _ status: Int32, _ reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let before = try tool.line("device export -").output
        let outcome = try tool.line(line)
        #expect(outcome.status == status && outcome.output == "" && outcome.error.contains(reason), "\(outcome.error)")
        #expect(try tool.line("device export -").output == before)
    }

    @Test("reject an answer with an MVPD without an integration")
    func picker() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(["viewer", "set", "appPicker={choose: Dosh}"])
        #expect(outcome.status == 66)
        #expect(outcome.error == "tvsim: no requestor has an integration 'Dosh'; did you mean 'Dish'?\n")
        #expect(try tool.run(["viewer", "set", "appPicker={choose: Mediacom}"]).status == 0)
    }
}

extension Substring {
    /// The words, separated by one space.
    fileprivate var squeezed: String { split(separator: " ").joined(separator: " ") }
}
