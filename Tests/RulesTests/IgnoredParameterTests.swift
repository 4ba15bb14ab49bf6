import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText
import Testing

/// The vendor's OpenAPI documents list more than the pages of the endpoints do.
@Suite("A parameter that the vendor lists and the service does not read")
struct IgnoredParameterTests {
    static let rows = Endpoint.all.flatMap { endpoint in endpoint.ignored.map { (endpoint, $0) } }

    @Test("breaks no rule at its endpoint, and one elsewhere", arguments: rows)
    func listed(_ endpoint: Endpoint, _ parameter: Endpoint.Ignored) throws {
        #expect(try Self.verdict(on: parameter, at: endpoint) == .held)
        #expect(try Self.verdict(on: parameter, at: .resume) == .broken)
    }

    @Test("is not among those that the service reads", arguments: rows)
    func unread(_ endpoint: Endpoint, _ parameter: Endpoint.Ignored) {
        switch parameter {
        case .header(let header): #expect(!endpoint.takes(header))
        case .query(let name): #expect(!endpoint.query.map(\.name).contains(name))
        case .member(let name): #expect(endpoint.body?.names.contains(name) == false)
        }
    }

    @Test("beside one that it reads under another name", arguments: [Endpoint.session, .resume, .partnerSession])
    func synonym(_ endpoint: Endpoint) throws {
        #expect(try Self.verdict(on: .member("domain"), at: endpoint) == .held)
        #expect(try Self.verdict(on: .member("domian"), at: endpoint) == .broken)
    }

    /// Returns the verdict on an app that sends a parameter to an endpoint.
    private static func verdict(on parameter: Endpoint.Ignored, at endpoint: Endpoint) throws -> Verdict? {
        var target = endpoint.path.text
        var request = HTTPRequest(method: endpoint.method, scheme: nil, authority: nil, path: target)
        var body = endpoint.body?.kind == .json ? #"{"resources":["news"]}"# : ""
        switch parameter {
        case .header(let header): request.headerFields[header.name] = "something"
        case .query(let name): target += "?\(name)=something"
        case .member(let name): body = "\(name)=something"
        }
        request.path = target
        if !body.isEmpty {
            let kind = endpoint.body?.kind == .json ? "application/json" : "application/x-www-form-urlencoded"
            request.headerFields[.contentType] = kind
        }
        var reader = FactReader()
        let at = Date(timeIntervalSince1970: 1_800_000_000)
        let fact = reader.fact(
            of: HTTPExchange(request: request, body: Data(body.utf8), response: HTTPResponse(status: .ok)), number: 1,
            at: at)
        #expect(fact.endpoint == endpoint)
        var judge = RuleJudge()
        judge.judge(History([Observation(number: 1, at: at, event: .request(fact))]))
        return judge.report.rules.first { $0.id == "only-listed" }?.verdict
    }
}
