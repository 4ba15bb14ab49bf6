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
