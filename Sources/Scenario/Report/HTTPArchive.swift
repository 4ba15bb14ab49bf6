import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

/// Formats the requests of runs as an HTTP archive, which a browser's developer tools import.
///
/// Each profile is a page. Times are simulated, and a request takes none. Secrets are replaced as in ``RunReport``.
///
/// HTTP Archive (HAR) format, version 1.2.
package struct HTTPArchive: Encodable, Sendable {
    /// The name of the program that writes the archive.
    package static let creator = "tvsim"

    private let log: Log

    /// Creates the archive of runs.
    ///
    /// - Parameters:
    ///   - runs: The runs.
    ///   - hasReasons: Whether each request has a comment: what the service decided, and why.
    package init(_ runs: [ReportedRun], withReasons hasReasons: Bool = false) {
        log = Log(
            pages: runs.enumerated().map { index, run in
                Page(
                    startedDateTime: Self.time(run.steps.first?.began), id: "profile-\(index + 1)",
                    title: run.name.onOneLine)
            },
            entries: runs.enumerated().flatMap { index, run in
                run.steps.flatMap { step in
                    step.exchanges.map {
                        Entry(
                            $0, page: "profile-\(index + 1)", at: Self.time(step.began),
                            comment: hasReasons ? step.decisions?.last?.text : nil)
                    }
                }
            })
    }

    private static func time(_ instant: Date?) -> String { TimeText.format(instant ?? SimulatedClock.defaultStart) }

    private struct Log: Encodable, Sendable {
        let version = "1.2"
        let creator = ["name": HTTPArchive.creator, "version": SimulatorVersion.current]
        let pages: [Page]
        let entries: [Entry]
    }

    private struct Page: Encodable, Sendable {
        let startedDateTime: String
        let id: String
        let title: String
        let pageTimings: [String: Int] = [:]
    }

    private struct Entry: Encodable, Sendable {
        let pageref: String
        let startedDateTime: String
        let time = 0
        let request: Request
        let response: Response
        let cache: [String: Int] = [:]
        let timings = ["send": 0, "wait": 0, "receive": 0]
        let comment: String?

        init(_ shown: RedactedExchange, page: String, at time: String, comment: DecisionText?) {
            self.comment = comment.map { "\($0.outcome) (\($0.reason))" }
            pageref = page
            startedDateTime = time
            request = Request(shown)
            response = Response(shown)
        }
    }

    private struct Request: Encodable, Sendable {
        let method: String
        let url: String
        let httpVersion = "HTTP/1.1"
        let cookies: [String] = []
        let headers: [RedactedExchange.Field]
        let queryString: [RedactedExchange.Field]
        let postData: PostData?
        let headersSize = -1
        let bodySize: Int

        init(_ shown: RedactedExchange) {
            method = shown.method
            url = shown.url
            headers = shown.request.headers
            let query = shown.url.split(separator: "?", maxSplits: 1).dropFirst().first
            queryString = (query.flatMap { FormCoding.decode(String($0)) } ?? []).map {
                .init(name: $0.name, value: $0.value)
            }
            postData = shown.request.wholeBody.map {
                PostData(mimeType: shown.request.header(.contentType), text: $0)
            }
            bodySize = shown.request.length
        }
    }

    private struct PostData: Encodable, Sendable {
        let mimeType: String
        let text: String
    }

    private struct Response: Encodable, Sendable {
        let status: Int
        let statusText = ""
        let httpVersion = "HTTP/1.1"
        let cookies: [String] = []
        let headers: [RedactedExchange.Field]
        let content: Content
        let redirectURL: String
        let headersSize = -1
        let bodySize: Int

        init(_ shown: RedactedExchange) {
            // Browsers write 0 for a request without a response.
            status = shown.status ?? 0
            headers = shown.response?.headers ?? []
            let length = shown.response?.length ?? 0
            content = Content(
                size: length, mimeType: shown.response?.header(.contentType) ?? "", text: shown.response?.wholeBody)
            redirectURL = shown.response?.header(.location) ?? ""
            bodySize = length
        }
    }

    private struct Content: Encodable, Sendable {
        let size: Int
        let mimeType: String
        let text: String?
    }
}

extension RedactedExchange.Message {
    /// The body if it is whole: half a JSON text would be judged as a wrong answer.
    fileprivate var wholeBody: String? { isCut == true ? nil : body }
}
