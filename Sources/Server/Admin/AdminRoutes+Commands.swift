import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
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
                summary: "`return=representation` asks for a body that says what changed (RFC 7240). With the "
                    + "parameter `of=view` it says which members of `GET view` changed.",
                schema: ["type": "string", "examples": [.string(preference), .string("\(preference); of=view")]],
                isHeader: true)
        ],
        body: .init(
            summary: "A command, such as {\"permission\": \"denied\"} or \"expireAccount\", or a list of commands, of "
                + "which all are performed or none; YAML is accepted too.",
            schema: ProfileDecoder.commandsSchema),
        bodyLimit: ServerLimits.commandBody,
        answer: .init(
            summary: "What changed: each member of the device, and the lists of providers and integrations, if its "
                + "value is another one; with `of=view` each member of the view. The values are the new ones, as the "
                + "getters return them; `null` if a member has no value any more. `added` has the numbers of new faults, "
                + "in the order of the commands, if there are any. `since`, with `of=view` only, is the revision of the "
                + "view before the commands: a reader that knows another one has missed a change, and reads it anew.",
            schema: object(
                [
                    "added": object(["faults": ["type": "array", "items": ["type": "integer", "minimum": 1]]]),
                    "changed": object(shownMembers, optional: Set(shownMembers.keys)), "since": text,
                ], optional: ["added", "since"]),
            headers: [
                HTTPField.Name.preferenceApplied.rawName: "`\(preference)`",
                HTTPField.Name.simulatorRevision.rawName: "The revision after the commands, as in `GET view`.",
            ]),
        answersIfPreferred: true, canRefuse: true
    ) { request in
        guard let preference = request.preference else {
            _ = try perform(request)
            return .done
        }
        let before = try shown(request, preference)
        let faults = try perform(request)
        let after = try shown(request, preference)
        let changed = Set(before.members.keys).union(after.members.keys)
            .filter { before.members[$0] != after.members[$0] }
            .reduce(into: Members()) { $0[$1] = after.members[$1] ?? .null }
        var body: Members = ["changed": .object(changed)]
        if preference == .view { body["since"] = .string(before.revision.text) }
        if !faults.isEmpty { body["added"] = ["faults": .array(faults.map { .integer(Int64($0)) })] }
        var answer = try json(JSONValue.object(body))
        answer.head.headerFields[.preferenceApplied] = AdminRoutes.preference
        answer.head.headerFields[.simulatorRevision] = after.revision.text
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
        try checkWaivers(in: document.value)
        let performed = try request.world.perform(document)
        if performed.contains(where: { $0.command == .reset }) { request.worlds.calls.end(of: request.worldName) }
        return performed.compactMap(\.outcome.fault)
    }

    /// Refuses a mark that waives a rule which does not exist: the world, which keeps the mark, does not know the rules.
    private static func checkWaivers(in value: JSONValue) throws(AdminError) {
        switch value {
        case .array(let commands): for command in commands { try checkWaivers(in: command) }
        case .object(let members):
            guard case .object(let mark)? = members["mark"], let rule = mark["rule"]?.string,
                Rule.named(rule) == nil
            else { return }
            throw AdminError(
                422, "the mark waives an unknown rule '\(rule.onOneLine)'",
                suggestion: Suggestion.closest(to: rule, among: Rule.all.map(\.id)) ?? "tvsim rules list")
        default: return
        }
    }

    // MARK: - What changed

    fileprivate static let preference = "return=representation"

    /// The schemas of everything that a command can change and a getter shows, by member.
    private static let shownMembers = members(
        of: [device, providers, integrations].compactMap { $0.answer?.schema["properties"] }
            + [.object(WorldView.schemas)]
    ).mapValues { ["anyOf": [$0, ["type": "null"]]] as JSONValue }

    /// Returns the same members of a world, with its revision.
    private static func shown(
        _ request: AdminRequest, _ preference: AdminRequest.Preference
    ) throws -> (members: Members, revision: WorldRevision) {
        switch preference {
        case .view:
            let view = try WorldView(of: request)
            return (view.members, view.revision)
        case .device:
            let revision = try WorldRevision(of: request.world)
            let device = request.device
            let shown = [
                try JSONValue(encoding: device.summary()), try ProviderListing(of: device).json,
                try device.integrations(of: nil).json,
            ]
            return (members(of: shown), revision)
        }
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
    /// Of what a client wants to know the changes.
    fileprivate enum Preference {
        case device, view
    }

    /// Of what the client wants to know the changes (RFC 7240, 4.2); `nil` if it wants no body.
    fileprivate var preference: Preference? {
        for text in headers[values: .prefer].flatMap({ $0.split(separator: ",") }) {
            let parts = text.filter { $0 != " " && $0 != "\"" }.lowercased().split(separator: ";").map(String.init)
            if parts.first == AdminRoutes.preference { return parts.contains("of=view") ? .view : .device }
        }
        return nil
    }
}
