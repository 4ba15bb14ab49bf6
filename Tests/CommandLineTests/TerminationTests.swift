import Foundation
import TestSupport
import Testing

/// Tests an app that requests access without a usage description, which the system terminates.
@Suite("An app that the system ends", .waitsForPrograms)
struct TerminationTests {
    static let profiles = """
        schema: 1
        name: first
        flow: [{setRequestor: REF30}]
        ---
        schema: 1
        name: second
        device: {apps: {com.example.stream: {usageDescription: false}}}
        flow:
          - setRequestor: REF30
          - getAuthentication
          - getSelectedProvider
          - relaunch
          - setRequestor: REF30
            expect: [status(VSA404), setRequestorComplete(1)]
        ---
        schema: 1
        name: third
        flow: [{setRequestor: REF30}]

        """

    @Test("fails the step and the calls after it until a relaunch, and no other profile", arguments: ["1", "2"])
    func run(jobs: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.profiles, to: "three.yaml")
        let outcome = try tool.run("run", file, "--jobs", jobs)
        #expect(outcome.status == 1)
        #expect(outcome.error == "")
        #expect(outcome.output.contains("PASS  first"))
        #expect(outcome.output.contains("PASS  third"))
        #expect(
            outcome.output.contains(
                "  FAIL  \(file):10  getAuthentication\n    why: the app 'com.example.stream' was terminated: it asked for "
                    + "access to the TV provider account without NSVideoSubscriberAccountUsageDescription in its Info.plist; "
                    + "to add it, set 'usageDescription: true' for the app"))
        #expect(
            outcome.output.contains(
                "  FAIL  \(file):11  getSelectedProvider\n    why: the app is not running: the step 'relaunch' starts it "
                    + "again\n")
        )
        #expect(outcome.output.components(separatedBy: "\n  FAIL  ").count == 3)
        #expect(outcome.output.hasSuffix("3 profiles, 1 failed\n"))
        try tool.run("run", file, "--output", "report.txt")
        let files = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
        #expect(Set(files) == ["three.yaml", "report.txt"])
    }
}

extension TerminationTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("does not stop the server")
        func serve() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let file = try tool.write(
                "schema: 1\nname: mute\ndevice: {apps: {com.example.stream: {usageDescription: false}}}\n",
                to: "mute.yaml")
            let server = try Serving(tool, ["--profile", file])
            for admin in ["\(server.location.admin)", "\(server.location.url)/s/other/_sim/v1"] {
                let told = try server.curl("\(admin)/explain?call=getAuthentication")
                #expect(told.contains("NSVideoSubscriberAccountUsageDescription"), "\(told)")
                #expect(told.contains("usageDescription"), "\(told)")
            }
            #expect(try server.curl("\(server.location.admin)/health").contains(#""status":"ok""#))
            #expect(try server.end().status == 0)
        }
    }
}
