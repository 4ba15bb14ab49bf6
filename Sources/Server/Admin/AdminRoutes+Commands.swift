import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operation that performs a command.
    static let commands = AdminRoute(
        method: .post, path: "/commands", operation: "perform",
        summary:
            "Changes the world by a command, as the command line does, or by several in one transaction. The change is "
            + "durable when the request returns.",
        parameters: [
            AdminRoute.Parameter(
                name: HTTPField.Name.prefer.rawName,
                summary: "`return=representation` asks for a body that says what changed (RFC 7240).",
                schema: ["type": "string", "examples": [.string(preference)]], isHeader: true)
        ],
        body: .init(
            summary: "A command, such as {\"permission\": \"denied\"} or \"expireAccount\", or a list of commands, of "
                + "which all are performed or none; YAML is accepted too.",
            schema: ProfileDecoder.commandsSchema),
        bodyLimit: ServerLimits.commandBody,
        answer: .init(
            summary: "What changed: each member of the device, and the lists of providers and integrations, if its "
                + "value is another one. The values are the new ones, as the getters return them; `null` if a member "
                + "has no value any more. `added` has the numbers of new faults, in the order of the commands, if there are any.",
            schema: object(
                [
                    "added": object(["faults": ["type": "array", "items": ["type": "integer", "minimum": 1]]]),
                    "changed": object(shownMembers, optional: Set(shownMembers.keys)),
                ], optional: ["added"]),
            headers: [HTTPField.Name.preferenceApplied.rawName: "`\(preference)`"]),
        answersIfPreferred: true, canRefuse: true
    ) { request in
        guard request.prefersAnswer else {
            _ = try perform(request)
            return .done
        }
        let before = try shown(request.device)
        let faults = try perform(request)
        let after = try shown(request.device)
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            .reduce(into: Members()) { $0[$1] = after[$1] ?? .null }
        var body: Members = ["changed": .object(changed)]
        if !faults.isEmpty { body["added"] = ["faults": .array(faults.map { .integer(Int64($0)) })] }
        var answer = try json(JSONValue.object(body))
        answer.head.headerFields[.preferenceApplied] = preference
        return answer
    }

    /// Performs the commands, and returns the numbers of the faults that they have added.
    private static func perform(_ request: AdminRequest) throws -> [Int] {
        let text = try request.text()
        let document: SourceDocument
        do throws(SourceError) {
            document = SourceDocument(try JSONReader.value(of: text))
        } catch {
            guard error.code != .duplicateKey else { throw error }
            guard !text.allSatisfy(\.isWhitespace) else {
                throw AdminError(400, "the body is empty", suggestion: #"{"permission": "denied"}"#)
            }
            document = try ProfileDecoder.event(text)
        }
        let performed = try request.world.perform(document)
        if performed.contains(where: { $0.command == .reset }) { request.worlds.calls.end(of: request.worldName) }
        return performed.compactMap(\.outcome.fault)
    }

    // MARK: - What changed

    fileprivate static let preference = "return=representation"

    /// The schemas of everything that a command can change and a getter shows, by member.
    private static let shownMembers = members(
        of: [device, providers, integrations].compactMap { members(of: [$0.answer?.schema ?? [:]])["properties"] }
    ).mapValues { ["anyOf": [$0, ["type": "null"]]] as JSONValue }

    /// Returns the same members of a device.
    private static func shown(_ device: SelectedDevice) throws -> Members {
        let summary = try JSONValue(json: Data(JSONText.line(device.summary()).utf8))
        return members(of: [summary, try ProviderListing(of: device).json, try device.integrations(of: nil).json])
    }

    /// Returns the members of several objects.
    private static func members(of objects: [JSONValue]) -> Members {
        objects.reduce(into: [:]) { members, object in
            guard case .object(let own) = object else { return }
            members.merge(own) { first, _ in first }
        }
    }
}

extension AdminRequest {
    /// Whether the client wants a body where an operation has one only for those who ask (RFC 7240, 4.2).
    fileprivate var prefersAnswer: Bool {
        headers[values: .prefer].flatMap { $0.split(separator: ",") }.contains {
            $0.filter { $0 != " " && $0 != "\"" }.lowercased().split(separator: ";").first.map(String.init)
                == AdminRoutes.preference
        }
    }
}
