import Foundation
import TestSupport
import Testing

/// Runs the examples for other languages and for apps, each by `tvsim exec`.
@Suite("The examples", .waitsForPrograms)
struct ExampleProgramTests {
    @Test("run their tests in parallel with pytest-xdist, each in a world of its own")
    func pytest() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.shell(
            "tvsim exec -- \(TestSupport.Tool.judge("pytest")) -q -n 3 -p no:cacheprovider Examples/pytest"
                + " | grep -o '51 passed'",
            in: Repository.root)
        #expect(outcome == "51 passed\n")
    }

    @Test("of pytest say what to install if there is no server and no program")
    func pytestWithoutServer() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.shell(
            "TVSIM_PROGRAM=/nowhere/tvsim \(TestSupport.Tool.judge("pytest")) -q -p no:cacheprovider Examples/pytest"
                + " 2>&1 | grep -o 'install the wheel of your platform' | head -n 1",
            in: Repository.root)
        #expect(outcome == "install the wheel of your platform\n")
    }

    @Test("for a container and for CI are accepted by hadolint and by the schemas of GitHub and GitLab")
    func filesForCI() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let schemas = "\(try TestSupport.Tool.judge("check-jsonschema")) --builtin-schema vendor."
        let outcome = try tool.shell(
            "\(TestSupport.Tool.judge("hadolint")) Containerfile && "
                + "\(schemas)github-workflows Examples/ci/github-actions.yml && "
                + "\(schemas)gitlab-ci Examples/ci/gitlab-ci.yml",
            in: Repository.root)
        #expect(outcome == "ok -- validation done\nok -- validation done\n")
    }

    @Test("for the iOS Simulator ask a server in the language mode of Swift 5, without any module of tvsim")
    func simulatedAccount() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let sources = "Examples/ios-simulator/*.swift Tests/CommandLineTests/Clients/account_app.swift"
        let program = tool.home.appending(path: "account-app").path
        #expect(
            try tool.shell(
                "swiftc -swift-version 5 -D DEBUG -warnings-as-errors \(sources) -o \(program)", in: Repository.root)
                == "")
        #expect(
            try tool.shell("tvsim exec --admin-token a-secret -- \(program)", in: Repository.root) == """
                granted: granted Cablevision until 2026-01-31T00:00:00Z
                denied: accessNotGranted
                allowed: notDetermined granted
                cancelled: userCancelled
                unsupported: unsupportedProvider Cablevision
                chosen: Dish
                given-up: true, no access prompt, picker or sign-in page opened in 0 s
                restricted: restricted, journal of VideoSubscriberAccount, PK, statement of 3 parts
                lost: true
                refused: true

                """)
    }
}
