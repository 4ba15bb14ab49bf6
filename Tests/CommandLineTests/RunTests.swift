import Foundation
import TestSupport
import Testing

@Suite("tvsim run", .waitsForPrograms)
struct RunTests {
    static let denied = """
        schema: 1
        name: denied
        device:
          apps: {com.example.stream: {access: denied}}
        flow:
          - setRequestor: REF30
            expect: [status(VSA403), setRequestorComplete(1)]

        """

    static let wrong = """
        schema: 1
        name: wrong
        flow:
          - setRequestor: REF30
            expect: [status(VSA403), setRequestorComplete(1)]

        """

    @Test("runs the committed profiles without arguments, from any folder below theirs, and all pass")
    func committed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let here = try tool.run("run", in: Repository.root)
        #expect(here.status == 0, "\(here.error)")
        #expect(
            here.output.contains("PASS  granted, signed in  (Profiles/granted-signed-in.yaml)\n  setRequestor REF30\n"))
        #expect(here.output.hasSuffix("all passed\n"))
        let below = try tool.run("run", in: Repository.root.appending(path: "Tests/CommandLineTests"))
        #expect(below.output.contains("(../../Profiles/granted-signed-in.yaml)"))
        // A run does not create a device.
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "devices").path))
    }

    @Test("prints one line of JSON for each profile, in the documented form")
    func json() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("run", "-", "--format", "json", input: Self.denied)
        #expect(outcome.error == "")
        #expect(outcome.status == 0)
        let expected =
            #"{"passed":true,"profile":"denied","source":"<stdin>","steps":[{"arguments":["REF30"],"#
            + #""at":"2026-01-01T00:00:00Z","call":"setRequestor","callbacks":[{"arguments":[{"errorId":"VSA403","#
            + #""level":"info","message":"The TV provider permission is denied for this app."}],"name":"status","#
            + #""text":"status(VSA403)"},{"arguments":[1],"name":"setRequestorComplete","#
            + #""text":"setRequestorComplete(1)"}],"conditions":[{"holds":false,"name":"permissionGranted"}],"#
            + #""failures":[],"line":6,"requests":[{"method":"POST","path":"/o/client/register","status":201},"#
            + #"{"method":"POST","path":"/o/client/token","status":201},"#
            + #"{"method":"GET","path":"/api/v2/REF30/configuration","status":200}]}]}"#
        #expect(outcome.output == expected + "\n")
    }

    @Test("draws a Mermaid sequence diagram for each profile")
    func mermaid() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("run", "-", "--format", "mermaid", input: Self.denied)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                ## denied

                ```mermaid
                sequenceDiagram
                    participant App
                    participant SDK as AccessEnabler
                    participant Service as Entitlement service
                    App->>SDK: setRequestor REF30
                    SDK->>Service: POST /o/client/register
                    Service-->>SDK: 201
                    SDK->>Service: POST /o/client/token
                    Service-->>SDK: 201
                    SDK->>Service: GET /api/v2/REF30/configuration
                    Service-->>SDK: 200
                    SDK-->>App: status(VSA403)
                    SDK-->>App: setRequestorComplete(1)
                ```


                """)
    }

    static let noisy = #"""
        schema: 1
        name: "a\u009b2J\u202eb\u001b[1m"
        flow:
          - setRequestor: REF30
          - checkAuthorization: "x\u0007\u009b\u202ey"
            expect: []

        """#

    @Test("prints no control characters", arguments: ["text", "junit", "mermaid", "json"])
    func printable(format: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let output = try tool.run("run", "-", "--format", format, "--explain", input: Self.noisy).output
        let obeyed = output.unicodeScalars.filter { scalar in
            scalar != "\n"
                && (scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format)
        }
        // JSON escapes only the characters that it must escape.
        #expect(format == "json" ? !obeyed.contains("\u{1B}") : obeyed.isEmpty)
        #expect(format == "json" || output.contains("\\u{9B}"))
    }

    static let waiting = """
        schema: 1
        name: waiting
        flow:
          - checkAuthentication
          - checkAuthentication:
            expect: [status(N000)]

        """

    @Test("says that a call waits for setRequestor, with an expectation and without")
    func waiting() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let note = "    note: the calls wait for setRequestor\n"
        let text = try tool.run("run", "-", input: Self.waiting).output
        #expect(text.components(separatedBy: note).count == 3, "\(text)")
        let json = try tool.run("run", "-", "--format", "json", input: Self.waiting).output
        #expect(json.contains(#""notes":["the calls wait for setRequestor"]"#))
        let junit = try tool.run("run", "-", "--format", "junit", input: Self.waiting).output
        #expect(junit.contains("note: the calls wait for setRequestor</failure>"))
        #expect(!(try tool.run("run", "-", input: Self.denied).output.contains("note:")))
    }

    @Test(
        "says in every format why the service returned no profile although all conditions hold",
        arguments: ["text", "json", "junit", "mermaid"])
    func refusedExchange(format: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: refused
            device:
              account: {provider: Cablevision, subscriber: alice}
              apps: {com.example.stream: {access: granted}}
            providers: {Cablevision: {defect: wrongKey, subscribers: {alice: {}}}}
            flow: [{setRequestor: REF30, expect: [setRequestorComplete(1)]}]
            """
        let outcome = try tool.run("run", "-", "--format", format, input: profile)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains(
                "the service rejected the exchange: invalid_parameter_saml_response: signature: "))
    }

    @Test("prints the differences and exits with 1")
    func failure() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.wrong, to: "wrong.yaml")
        let outcome = try tool.run("run", file)
        #expect(outcome.status == 1)
        #expect(outcome.error == "")
        #expect(outcome.output.hasPrefix("FAIL  wrong  (\(file))\n"))
        #expect(
            outcome.output.contains(
                """
                  FAIL  \(file):4  setRequestor REF30
                    - expected status(VSA403)
                    + received status(VSA404)
                    <- setRequestorComplete(1)

                """))
        // Access would not lead to the expected status, so nothing is advised.
        #expect(outcome.output.hasSuffix("    why: access is notDetermined\n1 profile, 1 failed\n"))
    }

    @Test("says what lets a failed step pass, if a command does")
    func advice() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: silent
            flow:
              - setRequestor: REF30
                expect: [setRequestorComplete(1)]
              - checkAuthentication:
                expect: ['setAuthenticationStatus(1, "")']

            """
        let output = try tool.run("run", "-", input: profile).output
        let advice = try #require(output.split(separator: "\n").filter { $0.contains("to change that: ") }.first)
        #expect(output.components(separatedBy: "to change that: ").count == 2, "\(output)")
        #expect(
            advice == #"    to change that: add the step 'setPermission: {"access":"granted","bundleID":"com.example"#
                + #".stream"}' before this one"#)
        let steps = #"  - setPermission: {"access":"granted","bundleID":"com.example.stream"}"#
        let changed = profile.replacing("  - setRequestor", with: "\(steps)\n  - setRequestor", maxReplacements: 1)
        #expect(try tool.run("run", "-", input: changed).output.contains("  setRequestor REF30\n    <- setReq"))
    }

    @Test("ends with a note if no answer to the system's picker is set, as an explanation does")
    func nobodyAnswers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(
            """
            schema: 1
            name: nobody
            device: {apps: {com.example.stream: {access: granted}}}
            viewer: {systemPicker: none}
            flow:
              - setRequestor
              - getAuthentication
              - getSelectedProvider:
                expect: [selectedProvider(nil)]
            """, to: "nobody.yaml")
        let complaint =
            "the system's interface was closed, because the scripted user does not answer it (viewer.systemPicker: none)"
        let outcome = try tool.run("run", file)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("  FAIL  \(file):7  getAuthentication\n"))
        #expect(outcome.output.components(separatedBy: "    why: \(complaint)\n").count == 2)
        #expect(!outcome.output.contains("- expected"))
        try tool.run("device", "create", "nobody", "--profile", file)
        let explained = try tool.line("explain getAuthentication --device nobody")
        #expect(explained.status == 0)
        #expect(explained.output.contains("note: \(complaint)\n"))
    }

    @Test("ends with a note if no answer to the access prompt is set, and decides nothing about access")
    func nobodyAnswersPrompt() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(
            """
            schema: 1
            name: nobody
            viewer: {accessPrompt: none}
            flow:
              - setRequestor
              - getAuthentication
            """, to: "nobody.yaml")
        let complaint =
            "the system's interface was closed, because the scripted user does not answer it (viewer.accessPrompt: none)"
        let outcome = try tool.run("run", file, "--explain")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("  FAIL  \(file):6  getAuthentication\n"))
        #expect(outcome.output.components(separatedBy: "    why: \(complaint)\n").count == 2)
        #expect(outcome.output.contains("notDetermined"))
    }

    /// Valid steps at a position where they are not possible.
    static let failing = [
        ("{provider: {id: Dish, set: {subscribers: {carol: null}}}}, {signIn: {provider: Dish, as: carol}}", "carol"),
        ("{provider: {id: Dish, set: {boarding: none}}}, {signIn: {provider: Dish, as: carol}}", "Dish"),
        ("{permission: restricted}, {signIn: {provider: Dish, as: carol, grant: com.example.stream}}", "restrictions"),
        (Array(repeating: "{advance: 36524d}", count: 79).joined(separator: ", "), "9899"),
        ("{app: {automaticSignIn: {token: x}}}", "token"),
    ]

    @Test("fails a step that is not possible at its position, and runs the next steps", arguments: failing)
    func impossible(steps: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: good\nflow: [{setRequestor: REF30}]\n", to: "good.yaml")
        _ = try tool.write("schema: 1\nname: bad\nflow: [\(steps), {setRequestor: REF30}]\n", to: "bad.yaml")
        #expect(try tool.line("profile check bad.yaml").status == 0)
        for jobs in ["1", "3"] {
            let outcome = try tool.line("run good.yaml bad.yaml good.yaml --format junit --jobs \(jobs)")
            #expect(outcome.status == 1 && outcome.error == "", "\(outcome.error)")
            #expect(outcome.output.hasSuffix("</testsuites>\n"))
            #expect(outcome.output.split(separator: "<testsuite ").count == 4)
            #expect(outcome.output.split(separator: "<failure ").count == 2)
            #expect(outcome.output.contains("the step cannot be performed: ") && outcome.output.contains(reason))
            #expect(outcome.output.split(separator: "setRequestorComplete(1)").count >= 1)
        }
    }

    @Test("signs in a subscriber that the flow has added")
    func added() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let steps =
            "{provider: {id: Dish, set: {subscribers: {dora: {attributes: {householdID: '1'}}}}}}, "
            + "{signIn: {provider: Dish, as: dora, grant: com.example.stream}}, {setRequestor: REF30}, "
            + "{getMetadata: householdID, expect: ['setMetadataStatus(householdID, \"1\")']}"
        _ = try tool.write("schema: 1\nname: added\nflow: [\(steps)]\n", to: "p.yaml")
        let outcome = try tool.line("run p.yaml")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    }

    @Test("runs nothing if a profile is invalid")
    func allOrNothing() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let good = try tool.write(Self.denied, to: "a.yaml")
        let bad = try tool.write("schema: 1\nname: b\nflwo: []\n", to: "b.yaml")
        let outcome = try tool.run("run", good, bad)
        #expect(outcome.output == "")
        #expect(outcome.error == "tvsim: \(bad):3:1: the profile has no key 'flwo'; did you mean 'flow'?\n")
        #expect(outcome.status == 65)
    }

    @Test("prints the same output for any number of jobs, and only its part for each shard")
    func jobsAndShards() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        var text: [String] = []
        for number in 0..<17 { text.append(Self.denied.replacing("name: denied", with: "name: p\(number)")) }
        let file = try tool.write(text.joined(separator: "---\n"), to: "many.yaml")
        let one = try tool.run("run", file, "--format", "json").output
        #expect(one.split(separator: "\n").count == 17)
        for jobs in ["2", "5", "64"] {
            #expect(try tool.run("run", file, "--format", "json", "--jobs", jobs).output == one)
        }
        var parts: Set<Substring> = []
        for shard in 1...4 {
            let part = try tool.run("run", file, "--format", "json", "--shard", "\(shard)/4")
            #expect(part.status == 0)
            let lines = part.output.split(separator: "\n").map { Substring(String($0)) }
            #expect((4...5).contains(lines.count))
            #expect(parts.isDisjoint(with: lines))
            parts.formUnion(lines)
        }
        #expect(parts.count == 17)
    }

    @Test("writes a complete file or none")
    func output() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.denied, to: "a.yaml")
        let outcome = try tool.run("run", file, "--format", "json", "--output", "out.jsonl")
        #expect(outcome.output == "")
        let written = try String(contentsOf: tool.home.appending(path: "out.jsonl"), encoding: .utf8)
        #expect(written == (try tool.run("run", file, "--format", "json").output))
        let refused = try tool.run("run", file, "--output", "nowhere/out.txt")
        #expect(refused.status == 73)
        #expect(refused.errorLines.count == 1)
        #expect(try tool.run("run", file, "--output", "/dev/null").status == 0)
        let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(kind == .typeCharacterSpecial)
    }

    @Test("says that an app's own filter excludes the provider, and nothing about the service")
    func filtered() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = """
            schema: 1
            name: filtered
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice, expires: +30d}
            providers: {Cablevision: {subscribers: {alice: {}}, defect: noResponse}, Dish: {subscribers: {bob: {}}}}
            flow: [setRequestor: REF30, getAuthentication: {filter: {TV_PROVIDERS: [Dish]}}]
            """
        let text = try tool.run("run", try tool.write(profile, to: "filtered.yaml")).output
        #expect(text.contains("conditions: 5 of 7 hold, and the app's own filter excludes the provider\n"), "\(text)")
        #expect(!text.contains("could not be asked"))
    }

    @Test("creates the same bytes, also encrypted ones, for the same profile and seed")
    func deterministic() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        func outcome(seed: Int) throws -> String {
            let certificate = TestKeys.provider.certificate.replacing("\n", with: "\\n")
            let profile = """
                schema: 1
                name: seeded
                seed: \(seed)
                device:
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice, expires: +30d}
                providers: {Cablevision: {subscribers: {alice: {attributes: {zip: "10001"}}}}}
                service: {requestors: {REF30: {certificate: "\(certificate)", integrations: {Cablevision: {}}}}}
                flow: [setRequestor: REF30, getMetadata: zip]
                """
            let file = try tool.write(profile, to: "seeded.yaml")
            let outcome = try tool.run("run", file, "--format", "json", "--explain")
            #expect(outcome.status == 0)
            return outcome.output
        }
        let first = try outcome(seed: 7)
        #expect(first.contains(/setMetadataStatus\(zip, [^)]*[A-Za-z0-9+\/]{100}/), "\(first)")
        #expect(try outcome(seed: 7) == first)
        #expect(try outcome(seed: 8) != first)
    }
}
