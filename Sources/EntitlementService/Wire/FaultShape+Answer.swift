import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

extension FaultShape {
    /// The answer of a proxy that stands between the client and the service; `nil` if the service itself answers.
    var proxyAnswer: ServiceAnswer? {
        guard isByProxy else { return nil }
        let status = status ?? 200
        var answer = ServiceAnswer(
            status: status, outcome: "\(status)", reason: "A configured fault applies: a proxy answers.")
        answer.fields[.contentType] = contentType ?? "text/html;charset=UTF-8"
        answer.body = Data((body ?? "<!DOCTYPE html>\n<html lang=\"en\"><title>\(status)</title></html>\n").utf8)
        return applied(to: answer, isByProxy: true)
    }

    /// Returns a service's answer with the header fields and the members of the shape, and with a note for the journal.
    ///
    /// Members are merged into a good answer that is a JSON object; members of both are merged in turn.
    func applied(to answer: ServiceAnswer, isByProxy: Bool = false) -> ServiceAnswer {
        guard changesAnswer else { return answer }
        var answer = answer
        for (name, value) in headers ?? [:] {
            if let name = HTTPField.Name(name) { answer.fields[name] = value }
        }
        if let adds, !isByProxy, (200..<300).contains(answer.status), let json = try? JSONValue(json: answer.body),
            case .object = json, let merged = try? WireCoding.encode(json.merging(adds))
        {
            answer.body = merged
        }
        if !isByProxy, !answer.reason.hasSuffix(Self.note) { answer.reason += Self.note }
        return answer
    }

    private static let note = " A configured fault changes the answer."
}

extension JSONValue {
    /// Returns an object with further members; members that are objects on both sides are merged in turn.
    fileprivate func merging(_ added: [String: JSONValue]) -> JSONValue {
        guard case .object(var members) = self else { return .object(Members(added)) }
        for (name, value) in added.sorted(by: { $0.key < $1.key }) {
            guard case .object(let inner) = value, case .object? = members[name] else {
                members[name] = value
                continue
            }
            members[name] = members[name]?.merging(Dictionary(uniqueKeysWithValues: inner.map { ($0.key, $0.value) }))
        }
        return .object(members)
    }
}

extension EntitlementService {
    /// Returns what a request says about itself, before it is admitted.
    ///
    /// An unreadable part is unknown; the endpoint reports it.
    func facts(of request: HTTPRequest, body: Data, _ route: Route, at now: Date) throws -> FaultFacts {
        let base = ServiceRequest(
            route: route, fields: request.headerFields,
            rawQuery: String(RequestTarget(request.path ?? "/").query), body: body, now: now)
        var facts = asked(of: body, route)
        facts.device = try? base.deviceIdentifier().fingerprint
        if let token = base.bearerToken, case .client(let id) = try AccessTokens.judge(token.token, at: now) {
            facts.app = try simulation.store.read { try $0.value(for: ServiceDocument.client(id)) }?.software
        }
        return facts
    }

    /// Returns what a request names itself: the MVPD, the service provider and the resources.
    func asked(of body: Data, _ route: Route) -> FaultFacts {
        let endpoint = route.endpoint
        let form = endpoint.fault == .sessions ? FormCoding.decode(body) : nil
        var facts = FaultFacts()
        facts.mvpd = route.parameters["mvpd"] ?? form?.value("mvpd")
        facts.requestor = route.parameters["serviceProvider"]
        if endpoint.fault == .authorize || endpoint.fault == .preauthorize {
            let asked = try? WireCoding.decode(DecisionsRequest.self, from: body)
            facts.resources = asked?.resources.map(\.rawValue) ?? []
        }
        return facts
    }
}
