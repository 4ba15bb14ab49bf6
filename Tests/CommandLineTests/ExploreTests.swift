import Foundation
import TestSupport
import Testing

@Suite("tvsim explore", .waitsForPrograms)
struct ExploreTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test("finds no broken rule in the simulator, and prints its figures")
    func holds() throws {
        defer { tool.cleanUp() }
        let outcome = try tool.run("explore", "--seed", "7", "--steps", "300", "--jobs", "2")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("seed 7: "))
        #expect(outcome.output.hasSuffix("coverage items\nno rule is broken\n"))
        #expect(try tool.run("explore", "--seed", "7", "--steps", "300").output == outcome.output)
        let json = try tool.run("explore", "--seed", "7", "--steps", "300", "--format", "json").output
        #expect(json.hasPrefix(#"{"flows":"#))
        #expect(!json.contains("found"))
    }

    @Test("begins with the flow of the profile, and ends after the time")
    func flow() throws {
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/granted-signed-in.yaml").path
        let outcome = try tool.run("explore", "--profile", profile, "--for", "1s", "--shard", "2/4")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("no rule is broken\n"))
    }

    @Test("lists the rules, each with the document that states it")
    func list() throws {
        defer { tool.cleanUp() }
        let text = try tool.run("explore", "--list").output
        #expect(
            text.contains(
                """
                local-check
                  checkAuthentication performs no network calls.
                  Source: iOS/tvOS SDK API Reference, checkAuthentication

                """))
        struct Rule: Decodable {
            let name, sentence, source: String
        }
        struct Listing: Decodable {
            let rules: [Rule]
        }
        let json = try tool.run("explore", "--list", "--format", "json").output
        #expect(try JSONDecoder().decode(Listing.self, from: Data(json.utf8)).rules.count >= 10)
    }

    @Test(
        "says in one line what is wrong with an argument",
        arguments: [
            ("--steps 0", Int32(64), "--steps must be at least 1"),
            ("--shard 5/4", 64, "invalid shard '5/4': expected I/N, such as 1/4"),
            ("--for soon", 64, "invalid duration 'soon': expected a number with a unit, such as 60s or 10m"),
            ("--check true --check-timeout 0s", 64, "invalid duration '0s': expected a number with a unit"),
            ("--for 0s", 64, "invalid duration '0s': expected a number with a unit, such as 60s or 10m"),
            ("--jobs 0", 64, "--jobs must be from 1 to 256"),
            ("--rule logged-in", 64, "unknown rule 'logged-in': run 'tvsim explore --list' for a list; did you mean"),
            ("--rule logged-out --check true", 64, "--check and --rule cannot be used together"),
            ("--profile missing.yaml", 66, "file 'missing.yaml' not found"),
            ("--profile torn.yaml", 65, "torn.yaml:2:1: invalid YAML"),
            ("--profile two.yaml", 65, "two.yaml:1:1: expected one profile, found 2"),
            ("--output -", 64, "--output requires a file name"),
        ])
    func refuses(line: String, status: Int32, told: String) throws {
        defer { tool.cleanUp() }
        _ = try tool.write("schema: [1\n", to: "torn.yaml")
        _ = try tool.write("{schema: 1, name: a}\n---\n{schema: 1, name: b}\n", to: "two.yaml")
        let outcome = try tool.line("explore \(line)")
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("tvsim: \(told)"), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
    }
}

extension ExploreTests {
    @Suite("as a program")
    struct ProgramTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        @Test("runs a command after the events of each flow, and shrinks the first after which it answers 1")
        func check() throws {
            defer { tool.cleanUp() }
            let check = #"! curl -s "$TVSIM_ADMIN_URL/device" | grep -q '"denied"'"#
            let outcome = try tool.start([
                "explore", "--check", check, "--jobs", "2", "--steps", "1000", "--output", "found.yaml",
            ]).wait()
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.output.hasPrefix("FAIL  check\n  The command of --check ends with status 0.\n"))
            let found = try String(contentsOf: tool.home.appending(path: "found.yaml"), encoding: .utf8)
            #expect(found.contains(#""permission" : "denied""#) || found.contains(#""access" : "denied""#))
            #expect(try tool.run("run", "found.yaml").status == 0)
            // The devices of the flows are gone.
            #expect(try tool.run("device", "list").output == "no devices\n")
        }

        @Test("prints what the command prints once, for the flow that it reports")
        func checkOutput() throws {
            defer { tool.cleanUp() }
            let check = #"curl -s "$TVSIM_ADMIN_URL/device" | grep -o '"access":"denied"' && exit 1; echo held; true"#
            let outcome = try tool.start(["explore", "--check", check, "--jobs", "2", "--steps", "1000"]).wait()
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.error == "\"access\":\"denied\"\n")
        }

        @Test("is in each isolated world of the command's server, with the state after the events")
        func checkWorlds() throws {
            defer { tool.cleanUp() }
            let check = #"! curl -s "$TVSIM_URL/s/mine/_sim/v1/device" | grep -q '"access":"denied"'"#
            let outcome = try tool.start(["explore", "--check", check, "--jobs", "2", "--steps", "1000"]).wait()
            #expect(outcome.status == 1, "\(outcome)")
        }

        @Test("is not satisfied by a command that fails before any event")
        func failingCheck() throws {
            defer { tool.cleanUp() }
            let outcome = try tool.start(["explore", "--check", "exit 1", "--steps", "10"]).wait()
            #expect(outcome.status == 69)
            #expect(
                outcome.error
                    == "tvsim: the command of --check ends with status 1 before any event, so no flow can show more: "
                    + "correct it first\n")
        }

        @Test("is not satisfied by a command that answers neither 0 nor 1")
        func brokenCheck() throws {
            defer { tool.cleanUp() }
            let outcome = try tool.start(["explore", "--check", "exit 3", "--steps", "10"]).wait()
            #expect(outcome.status == 69)
            #expect(
                outcome.error.hasSuffix(
                    "tvsim: the command of --check ended with status 3: expected 0 if the rule holds, or 1 if it is "
                        + "broken\n"))
        }

        @Test("ends its commands and removes their devices if a signal ends it", arguments: ["INT", "TERM", "HUP"])
        func signal(name: String) throws {
            defer { tool.cleanUp() }
            // What reads 'held' ends when the check and everything that it has started have ended.
            let script = """
                mkfifo started held; cat held & reader=$!
                check='exec 3>held; sleep 600 & echo >started; wait'
                env --default-signal=\(name) tvsim explore --check "$check" --steps 10 2>/dev/null & explore=$!
                read x <started; kill -\(name) $explore; wait $explore; echo $?; wait $reader; tvsim device list
                """
            let status = try #require(["INT": 130, "TERM": 143, "HUP": 129][name])
            #expect(try tool.shell(script, in: tool.home) == "\(status)\nno devices\n")
        }

        @Test("ends with an error if a command takes too long, also one that ignores signals")
        func timeout() throws {
            defer { tool.cleanUp() }
            let outcome = try tool.start([
                "explore", "--check", "trap '' TERM; sleep 600", "--check-timeout", "1s", "--for", "10s",
            ]).wait()
            #expect(outcome.status == 69)
            #expect(
                outcome.error
                    == "tvsim: the command of --check did not end within 1s: use --check-timeout to allow more\n")
            #expect(try tool.run("device", "list").output == "no devices\n")
        }

        @Test("explores in four shards side by side, which merge their coverage")
        func shards() async throws {
            defer { tool.cleanUp() }
            let tool = tool
            let reports = try await withThrowingTaskGroup(of: String.self) { group in
                for shard in 1...4 {
                    group.addTask {
                        try tool.start(
                            ["explore", "--seed", "1", "--steps", "400", "--shard", "\(shard)/4"],
                            adding: ["TVSIM_COVERAGE": tool.home.appending(path: "coverage").path]
                        ).wait().output
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            // Each shard draws other flows.
            #expect(reports.count == 4)
            let folder = tool.home.appending(path: "coverage")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.count == 4)
            func items(_ name: String) throws -> Set<Substring> {
                Set(
                    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
                        .dropFirst())
            }
            let each = try files.map(items)
            let all = each.reduce(Set()) { $0.union($1) }
            #expect(each.allSatisfy { $0.count < all.count })
            let merged = try tool.run("coverage", folder.path).output
            #expect(merged.components(separatedBy: "\n  + ").count - 1 == all.count)
        }
    }
}
