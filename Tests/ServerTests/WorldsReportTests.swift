import Foundation
import HTTPTypes
import TVSimScenario
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("What a server keeps of failed worlds")
struct WorldsReportTests {
    private static func title(_ server: RunningServer) throws -> Substring? {
        try WorldsReport(server.worlds).page(.init()).firstMatch(of: /<title>(.*?)<\/title>/)?.1
    }

    private static func end(_ world: String, _ status: String, _ server: RunningServer) async throws {
        let body = #"{"status": "\#(status)", "test": "test of \#(world)"}"#
        #expect(try await server.admin(.put, "/world/outcome", body, world: world).status == 204)
    }

    @Test("is counted in the title of the report: the worlds in which something happened, and the failed ones")
    func titles() async throws {
        try await RunningServer.serving { server async throws in
            try await EvidenceTests.use("one", at: server)
            #expect(try Self.title(server) == "tvsim exec: 1 world")
            try await EvidenceTests.use("two", at: server)
            try await Self.end("one", "passed", server)
            #expect(try Self.title(server) == "tvsim exec: 2 worlds")
            try await Self.end("two", "failed", server)
            #expect(try Self.title(server) == "tvsim exec: 2 worlds, 1 failed")
            // A failed world stays in the report when it is removed, and a passed one does not.
            for world in ["one", "two"] {
                #expect(try await server.admin(.delete, "/world", world: world).status == 204)
            }
            #expect(try Self.title(server) == "tvsim exec: 1 world, 1 failed")
            let page = try WorldsReport(server.worlds).page(.init())
            #expect(page.contains("test of two"))
            // The page says so.
            #expect(page.contains("without 1 removed world whose evidence is not kept: of a test that passed"))
        }
    }

    @Test("begins with what failed first, and has what the runner of the test says")
    func headline() async throws {
        try await RunningServer.serving { server async throws in
            try await EvidenceTests.use("one", at: server)
            let body =
                #"{"status": "failed", "test": "test_it", "message": "assert 400 == 201", "file": "test_it.py", "line": 7}"#
            #expect(try await server.admin(.put, "/world/outcome", body, world: "one").status == 204)
            var origin = RunReport.Origin()
            origin.command = "tvsim exec -- sh -c 'one\ntwo'"
            let page = try WorldsReport(server.worlds).page(origin, about: "pytest failed (exit 1)")
                .replacing("<wbr>", with: "")
            #expect(page.contains("<h1>pytest failed (exit 1): 1 of 1 attempt refused"))
            #expect(page.contains("<p class=\"quiet\">test_it.py:7</p>\n<pre>assert 400 == 201</pre>"))
            #expect(page.contains("<summary>tvsim exec -- sh -c &#39;one …</summary>"))
        }
    }

    @Test("counts an attempt that failed by a fault apart, and shows it as intended")
    func faults() async throws {
        try await RunningServer.serving { server async throws in
            let fault = #"{"fault": {"at": "service.register", "error": "503"}}"#
            #expect(try await server.admin(.post, "/commands", fault, world: "one").status == 204)
            try await EvidenceTests.use("one", at: server)
            let page = try WorldsReport(server.worlds).page(.init(), about: "pytest passed (exit 0)")
            #expect(page.contains("<h1>pytest passed (exit 0): 1 of 1 attempt failed by a fault that was set"))
            #expect(page.contains("<section class=\"failure warn\">"))
            #expect(page.contains("<span class=\"bad\">intended fault</span>"))
            #expect(page.contains("; cause: Fault 1 at service.register: "))
        }
    }

    @Test("is written into a folder, in which only the user can read the state")
    func files() async throws {
        try await RunningServer.serving { server async throws in
            try await EvidenceTests.use("one", at: server)
            let folder = FileManager.default.temporaryDirectory.appending(path: "failed-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let failed = FailedWorlds(server.worlds)
            try await failed.write(into: folder)
            #expect(failed.lost == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/s/one/device.json")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            // A world without an outcome is of interest, and the served one always is.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/s") == ["one"])
            #expect(FileManager.default.fileExists(atPath: folder + "/report.html"))
            // The files of an earlier failure are replaced.
            try await failed.write(into: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/s") == ["one"])
            let inFile = "\(folder)/report.html/x"
            let error = await #expect(throws: CommandError.self) { try await failed.write(into: inFile) }
            #expect(error?.code == .unwritable && error?.reason == "the folder '\(inFile)' cannot be created")
        }
    }
}
