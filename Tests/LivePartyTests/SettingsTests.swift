import TVSimFixtures
import TVSimStructuredText
import Testing

@testable import TVSimLiveParty

@Suite("The configuration of a live test") struct SettingsTests {
    @Test("has the keys of the documentation")
    func whole() throws {
        let settings = try LiveSettings(
            text: """
                schema: 1
                name: Acme back end, staging
                contact: sso@acme.example
                keys: live-keys
                serviceProvider:
                  metadata: https://sp.staging.acme.example/metadata
                  start: https://sp.staging.acme.example/login?idp={idp}
                  probe: https://sp.staging.acme.example/api/me
                  hosts: [www.staging.acme.example]
                  subject: {nameID: live-test-1, format: persistent, attributes: {userID: [live-test-1]}}
                  requires: [userID]
                  unsolicited: refused
                  clockSkew: 180s
                  signed: auto
                verdict:
                  accepted: {status: 302, location: /home*, cookie: auth, body: "Welcome", probe: 200}
                  user: '"user": ?"([^"]+)"'
                """, source: "live.yaml")
        #expect(settings.name == "Acme back end, staging" && settings.serviceProvider.clockSkew == 180)
        #expect(settings.verdict.accepted?.location == "/home*")
        #expect(settings.verdict.finder?("{\"user\": \"live-test-1\"}") == "live-test-1")
    }

    @Test("wants one attribute with the name as its value, and tests what is required of it only")
    func attributes() throws {
        var settings = ServiceProviderSettings()
        settings.requires = ["zip"]
        #expect(try settings.subject.split().own == nil && !settings.requiresUserAttribute)
        settings.subject.attributes = [.init(named: "zip", ["94105"]), .init(named: "id", ["live-test-1"])]
        #expect(try settings.subject.split().own == "id" && !settings.requiresUserAttribute)
        #expect(try settings.subject.split().others.map(\.name) == ["zip"])
        settings.requires = ["id"]
        let plan = try LivePlan(settings, .init(), known: .init(), encrypts: false) { _ in false }
        let missing = try #require(plan.cases.first { $0.name == "missingAttribute" })
        #expect(missing.requirement.strength.isRequired)
        settings.subject.nameID = "other-1"
        let split = try? settings.subject.split()
        #expect(split?.others == nil)
    }

    @Test(
        "names the place of an error, and what was meant",
        arguments: [
            ("schema: 1\nserviceProvider:\n  strat: http://a/\n", "live.yaml:3:3: ", "start"),
            ("schema: 1\nserviceProvider:\n  clockSkew: 2h\n", "live.yaml:3:14: ", "1h"),
            ("schema: 1\nserviceProvider:\n  start: ftp://a/\n", "live.yaml:3:10: ", "http"),
            ("schema: 1\nverdict: {user: none}\n", "live.yaml:2:17: ", "group"),
            ("schema: 2\n", "live.yaml:1:9: ", "1"),
        ])
    func errors(_ text: String, _ place: String, _ word: String) {
        let error = #expect(throws: SourceError.self) { try LiveSettings(text: text, source: "live.yaml") }
        #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(word) == true)
    }
}
