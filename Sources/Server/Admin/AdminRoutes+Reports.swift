import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations that show the evidence of the request's world, or of one flow of it, for people and their tools.
    static let reports = [readReport, readText, readArchive]

    private static let readReport = AdminRoute(
        method: .get, path: "/evidence/report.html", operation: "readReport",
        summary:
            "Returns the requests and the decisions of the world as one page: the attempts of apps that failed with "
            + "what had to hold, the messages between app, SDK, framework, service and provider, and each attempt. "
            + "What came of the rules about clients is on it too. Secrets are redacted.",
        parameters: [entries],
        answer: .init(summary: "The page.", schema: ["type": "string"], type: "text/html"), canRefuse: true
    ) { request in
        let (evidence, selected) = (try await request.evidence(), try request.entries())
        // The rules judge a whole world, not some of its entries.
        let run = try selected.map { evidence.flows(of: $0) } ?? evidence.judgedRun()
        var origin = RunReport.Origin()
        origin.date = WallClock.now()
        origin.filter = selected.map { "the entries \($0.text) of the journal" }
        return HTTPAnswer(
            .init(status: .ok, headerFields: [.contentType: "text/html; charset=utf-8"]),
            body: Data(
                try RunReport.page(
                    [run], title: "tvsim: \(run.name)", headline: evidence.headline(of: run), origin: origin
                )
                .utf8))
    }

    private static let readText = AdminRoute(
        method: .get, path: "/evidence/report.txt", operation: "readReportText",
        summary: "Returns what a client prints below a failed test: the test and what failed, the clock, broken rules, "
            + "refused requests, the newest decisions, and what the app's first call would do. Secrets are redacted.",
        answer: .init(summary: "The text.", schema: ["type": "string"], type: "text/plain"), canRefuse: true
    ) { request in
        HTTPAnswer(
            .init(status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Data(try await request.evidence().text().utf8))
    }

    private static let readArchive = AdminRoute(
        method: .get, path: "/evidence/requests.har", operation: "readArchive",
        summary: "Returns the requests of the world as an HTTP archive, which the developer tools of a browser import: "
            + "the latest \(ServerLimits.exchanges) of the server. Secrets are redacted.",
        parameters: [entries],
        answer: .init(summary: "The archive, version 1.2.", schema: ["type": "object"]), canRefuse: true
    ) { request in
        let run = try await request.evidence().run(of: try request.entries())
        return try json(HTTPArchive([run], withReasons: true))
    }

    private static let entries = AdminRoute.Parameter(
        name: "entries", summary: "Only these entries of the journal: numbers and ranges, such as 3-5,9. Default: all.",
        schema: ["type": "string", "pattern": .string(JournalNumbers.pattern)])
}

extension AdminRequest {
    /// Returns the evidence of the request's world.
    ///
    /// - Throws: ``AdminError`` if there is too much of it for one answer.
    fileprivate func evidence() async throws -> WorldEvidence {
        let evidence = try await BlockingThreads.transfer { [self] in
            try worldName.map(worlds.evidence(ofIsolated:)) ?? worlds.evidence(of: world)
        }
        return try evidence.fittingOneAnswer(otherwise: "DELETE the journal first")
    }

    /// Returns the entries that the query selects; `nil` for all.
    fileprivate func entries() throws(AdminError) -> JournalNumbers? {
        guard let text = query["entries"] else { return nil }
        guard let numbers = JournalNumbers(text) else {
            throw AdminError(
                400, "invalid 'entries': expected numbers and ranges of a journal's entries",
                suggestion: "entries=3-5,9")
        }
        return numbers
    }
}
