import TestSupport
import Testing

@Suite("tvsim matrix", .waitsForPrograms)
struct MatrixTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test("runs the decision table of the cookbook, in the order of the list")
    func decisionTable() throws {
        defer { tool.cleanUp() }
        let names = try tool.run("matrix", "list").output.split(separator: "\n")
        #expect(names.count >= 2000)
        #expect(names.first == "baseline")
        let outcome = try tool.run("matrix", "run", "--jobs", "2", "--shard", "1/20")
        #expect(outcome.status == 0)
        let expected = names.enumerated().filter { $0.offset.isMultiple(of: 20) }.map { "PASS  \($0.element)" }
        #expect(
            outcome.output.split(separator: "\n").map(String.init) == expected + [
                "\(expected.count) situations, all passed"
            ])
    }

    @Test("runs chosen axes, with one suite of JUnit for each situation")
    func junit() throws {
        defer { tool.cleanUp() }
        let outcome = try tool.run(
            "matrix", "run", "--axis", "access=denied,granted", "--axis", "platform", "--format", "junit")
        #expect(outcome.status == 0)
        let suites = try JUnitReport.elements("testsuite", of: outcome.output).map { $0.values("name", "failures") }
        #expect(
            suites
                == [
                    "baseline", "access=denied", "platform=iPadOS", "platform=iPadOS/access=denied", "platform=tvOS",
                    "platform=tvOS/access=denied",
                ].map { [$0, "0"] })
    }

    @Test("leaves out what cannot exist")
    func impossible() throws {
        defer { tool.cleanUp() }
        let listed = try tool.run("matrix", "list", "--axis", "token", "--axis", "accessBefore", "--axis", "start")
        #expect(
            listed.output.split(separator: "\n") == [
                "baseline", "accessBefore=denied", "accessBefore=notDetermined", "start=warm/accessBefore=denied",
                "start=warm/accessBefore=notDetermined", "token=valid/accessBefore=granted",
                "token=valid/start=warm/accessBefore=granted", "token=expired/accessBefore=granted",
                "token=expired/start=warm/accessBefore=granted",
            ])
        let nothing = try tool.run("matrix", "run", "--axis", "start=warm")
        #expect(nothing.status == 64)
        #expect(
            nothing.error
                == "tvsim: start=warm is impossible with the other values: the first launch is a new process, so "
                + "start=warm needs accessBefore=granted, denied or notDetermined\n")
        // A value that would be left out is not lost in silence.
        let token = try tool.run("matrix", "list", "--axis", "token")
        #expect(token.status == 64)
        #expect(token.error.contains("token=valid is impossible with the other values: an app gets a token"))
    }

    @Test(
        "refuses what it does not know",
        arguments: [
            (["list", "--axis", "acces"], "tvsim: unknown axis 'acces'; did you mean 'access'?\n"),
            (
                ["show", "access=denyed"],
                "tvsim: unknown value 'denyed' of the axis 'access'; did you mean 'denied'?\n"
            ),
            (
                ["run", "--axis", "access", "--axis", "access=denied"], "tvsim: the axis 'access' is given twice\n"
            ),
        ])
    func refusals(arguments: [String], error: String) throws {
        defer { tool.cleanUp() }
        let outcome = try tool.run(["matrix"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.error == error)
        #expect(outcome.output == "")
    }
}
