import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations on the evidence of a test.
    static let evidence = [setOutcome, readEvidence]

    private static let setOutcome = AdminRoute(
        method: .put, path: "/world/outcome", operation: "setOutcome",
        summary: "Says what became of the test that the isolated world belongs to. If it did not pass, the evidence of "
            + "the world stays when the world is removed: the newest \(ServerLimits.removedWorlds) of the server.",
        body: .init(
            summary: "The status of the test, its name, what failed, and the file and line of the test.",
            WorldOutcome.self),
        bodyLimit: ServerLimits.commandBody, canRefuse: true, isMissable: true, needsWorld: false
    ) { request in
        guard let name = request.worldName else {
            throw AdminError(
                422, "the served world belongs to no test", suggestion: "use the address of an isolated world")
        }
        let expected = (
            sentence: "the body must be a JSON object with a 'status': passed, failed or skipped",
            example: #"{"test": "test_login", "status": "failed"}"#
        )
        let members = try request.members(expecting: expected)
        guard Set(members.keys).isSubset(of: ["status", "test", "message", "file", "line"]),
            let outcome = try? JSONDecoder().decode(WorldOutcome.self, from: request.body),
            outcome.line.map({ (1...1_000_000_000).contains($0) }) ?? true
        else { throw AdminError(400, expected.sentence, suggestion: expected.example) }
        guard try await request.worlds.contains(name) else { throw AdminError(404, "unknown world '\(name)'") }
        request.worlds.setOutcome(outcome, of: name)
        return .done
    }

    private static let readEvidence = AdminRoute(
        method: .get, path: "/worlds/{name}/evidence", operation: "readEvidence",
        summary: "Returns what the simulator knows about an isolated world, also after it was removed: "
            + "report.txt, journal.txt, journal.json, flows.json, requests.har, world.json, evidence.json, explain.json "
            + "and report.html.",
        parameters: [AdminRoute.Parameter(name: "name", summary: "The world's name.", schema: text)],
        answer: .init(
            summary: "A zip file. A removed world is in it if its test did not pass and it is one of the newest.",
            schema: ["type": "string", "format": "binary"], type: "application/octet-stream"),
        canRefuse: true, isMissable: true, needsWorld: false
    ) { request in
        let (worlds, name) = (request.worlds, request.path["name"] ?? "")
        let evidence: WorldEvidence
        if WorldName.isValid(name), try await worlds.contains(name) {
            evidence = try await BlockingThreads.transfer { try worlds.evidence(ofIsolated: name) }
        } else if let removed = worlds.removed.newest(of: name) {
            evidence = removed
        } else {
            throw AdminError(404, "the server has no evidence of a world '\(name.onOneLine)'")
        }
        let state = "use GET /s/\(name)\(AdminAPI.prefix)/state"
        let files = try await evidence.fittingOneAnswer(otherwise: state).files(stateNamed: "world.json").map { file in
            (file.name, Data(try file.content.whole.utf8))
        }
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/octet-stream"])
        return HTTPAnswer(head, body: ZipArchive.of(files))
    }
}

extension WorldEvidence {
    /// Returns the same evidence, if it is not too large for one answer.
    ///
    /// - Parameter way: What the client can do if it is too large.
    /// - Returns: The evidence.
    /// - Throws: ``AdminError`` if it is too large.
    func fittingOneAnswer(otherwise way: String) throws(AdminError) -> WorldEvidence {
        guard size <= ServerLimits.evidenceBytes else {
            throw AdminError(422, "the world is too large for one file", suggestion: way)
        }
        return self
    }
}
