import Foundation
import TestSupport
import Testing

@Suite("tvsim profile check", .waitsForPrograms)
struct ProfileCheckTests {
    @Test("reports each invalid file in one line, in order, and runs nothing")
    func everyFile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(
            "schema: 1\nname: good\nflow: [{setRequestor: REF30, expect: [setToken(X)]}]\n", to: "p/b.yaml")
        for name in ["a", "c"] { _ = try tool.write("schema: 1\nname: \(name)\nflwo: []\n", to: "p/\(name).yaml") }
        let line = "3:1: the profile has no key 'flwo'; did you mean 'flow'?"
        let folder = try tool.line("profile check p")
        #expect(folder.error == "tvsim: p/a.yaml:\(line)\ntvsim: p/c.yaml:\(line)\n")
        #expect(folder.output == "" && folder.status == 65)
        let missing = try tool.line("profile check p/a.yaml nowhere.yaml")
        #expect(missing.error == "tvsim: file 'nowhere.yaml' not found\n" && missing.status == 66)
        let good = try tool.line("profile check p/b.yaml")
        #expect(good.error + good.output == "" && good.status == 0)
    }

    @Test("reports a waiver of a rule that does not exist, in each document of a file")
    func unknownRules() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let waiver = { (rule: String) in "schema: 1\nname: n\nrules: {waive: {\(rule): a slip}}\n" }
        _ = try tool.write(waiver("poll-gap") + "---\n" + waiver("pol-gap"), to: "second.yaml")
        let second = try tool.line("profile check second.yaml")
        let reason = "the profile waives an unknown rule"
        #expect(second.error == "tvsim: second.yaml:7:17: \(reason) 'pol-gap'; did you mean 'poll-gap'?\n")
        #expect(second.status == 65)
        _ = try tool.write(waiver("whatever-it-was"), to: "far.yaml")
        let far = try tool.line("profile check far.yaml")
        #expect(
            far.error == "tvsim: far.yaml:3:17: \(reason) 'whatever-it-was'; 'tvsim rules list' lists the rules\n")
        #expect(far.status == 65)
    }

    @Test("warns of each provider with which no user can sign in, and of no other")
    func missingSubscribers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outside = "{entityID: a, singleSignOnService: 'https://a.example', certificates: [CERTIFICATE]}"
        let certificate = TestKeys.provider.certificate.split(separator: "\n").joined(separator: "\\n")
        _ = try tool.write(
            """
            schema: 1
            name: providers
            providers:
              Cablevision: {subscribers: {alice: {}}}
              Dish: {}
              Later: {}
              Outside: {}
            service:
              requestors:
                REF30:
                  integrations:
                    Outside: {provider: Outside, identityProvider: \(outside.replacing("CERTIFICATE", with: "\"\(certificate)\""))}
                    Dish: {provider: Dish}
            flow:
              - provider: {id: Later, set: {subscribers: {lena: {}}}}
            """, to: "providers.yaml")
        let outcome = try tool.line("profile check providers.yaml")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.error)")
        #expect(
            outcome.error
                == "tvsim: providers.yaml: warning: the provider 'Dish' has no subscriber, so no user can sign in "
                + "with it: add 'providers.Dish.subscribers'\n")
    }

    @Test("warns of no example")
    func examples() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("profile", "check", Repository.root.appending(path: "Examples").path)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    }
}
