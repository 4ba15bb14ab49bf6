import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// The table of the admin API's operations, which the router and the OpenAPI document use.
enum AdminRoutes {
    static let all: [AdminRoute] =
        [health, commands] + getters + [readState, writeState] + journal + flows + saml + framework
        + [reset, worlds, openWorld, makeWorld, world] + evidence + reports + [requests] + rules + situations
        + [view, openAPI, entitlementOpenAPI]

    /// The path of the only operation that never needs the secret.
    static let healthPath = "/health"

    static let health = AdminRoute(
        method: .get, path: PathTemplate(healthPath), operation: "health",
        summary: "Returns the health of the world and its store, its simulated time, and the file of the certificate "
            + "authority.",
        answer: .init(summary: "The world can be read.", HealthAnswer.self)
    ) { request in
        let stopwatch = Stopwatch()
        let now = try request.world.simulation.clock.now()
        return try json(HealthAnswer(of: request, at: now, reading: stopwatch.elapsed))
    }

    private static let readState = AdminRoute(
        method: .get, path: "/state", operation: "exportState",
        summary: "Returns the whole state as one document, without the journal. It is one state, however large, and "
            + "other requests do not wait for it.",
        answer: .init(summary: "The state.", StateDocument.self)
    ) { request in
        let store = request.world.simulation.store
        let export = try await BlockingThreads.transfer { try DeviceExport.of(store) }
        return HTTPAnswer(type: "application/json", length: export.length) { write in
            var offset = 0
            while case let piece = try export.piece(at: offset), !piece.isEmpty {
                try await write(piece)
                offset += piece.utf8.count
            }
        }
    }

    private static let writeState = AdminRoute(
        method: .put, path: "/state", operation: "importState",
        summary: "Replaces the whole state and clears the journal. If the document is invalid, nothing changes.",
        body: .init(summary: "An exported document.", StateDocument.self),
        bodyLimit: ServerLimits.stateBody, canRefuse: true, removesJournal: true
    ) { request in
        // Only validates the text: the document is read from the body, so that memory has the body once.
        _ = try request.text()
        let (body, store) = (request.body, request.world.simulation.store)
        try await BlockingThreads.transfer {
            try DeviceDocument(body, source: "the body").replace(contentsOf: store)
        }
        return .done
    }

    private static let reset = AdminRoute(
        method: .post, path: "/reset", operation: "reset",
        summary: "Resets the state to the world's profile, and ends the requests of the framework that wait for the "
            + "user. The journal does not change."
    ) { request in
        try request.world.perform(.reset)
        request.worlds.calls.end(of: request.worldName)
        return .done
    }

    private static let worlds = AdminRoute(
        method: .get, path: "/worlds", operation: "listWorlds", summary: "Lists the names of the isolated worlds.",
        parameters: [
            AdminRoute.Parameter(
                name: "after", summary: "Returns only names after this one, such as the last name of the page before.",
                schema: text),
            AdminRoute.Parameter(
                name: "limit", summary: "The largest number of names in the response. Default: all.",
                schema: ["type": "integer", "minimum": 1, "maximum": .integer(Int64(WorldLimit.range.upperBound))]),
            AdminRoute.Parameter(
                name: "summary",
                summary: "Whether the response also has a summary of the served world and of the first "
                    + "\(ServerLimits.worldSummaries) worlds.", schema: ["type": "boolean", "default": false]),
        ],
        answer: .init(summary: "The names, sorted.", WorldNames.self)
    ) { request in
        let (worlds, after) = (request.worlds, request.query["after"] ?? "")
        let all = WorldLimit.range.upperBound
        let limit = try request.number("limit", in: 1...all, default: all)
        let names = try worlds.names(after: after, limit: limit)
        guard try request.flag("summary") else { return try json(WorldNames(worlds: names)) }
        var summaries = [try WorldSummary(of: worlds.served, named: nil)]
        for name in names.prefix(ServerLimits.worldSummaries) {
            do {
                summaries.append(try WorldSummary(of: worlds.unmade(name), named: name))
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
        return try json(WorldNames(worlds: names, summaries: summaries))
    }

    private static let world = AdminRoute(
        method: .delete, path: "/world", operation: "removeWorld",
        summary: "Removes the isolated world that the request names, with its journal.", canRefuse: true,
        needsWorld: false
    ) { request in
        guard let name = request.worldName else {
            throw AdminError(
                422, "the served world cannot be removed", suggestion: "use POST /_sim/v1/reset to reset it")
        }
        try await request.worlds.remove(name)
        return .done
    }

    private static let makeWorld = AdminRoute(
        method: .put, path: "/world", operation: "makeWorld",
        summary:
            "Creates the isolated world that the request names from a profile, or replaces it.",
        body: .init(
            summary: "A profile, as 'tvsim profile schema' describes it; YAML is accepted too.", schema: profileSchema),
        bodyLimit: ServerLimits.profileBody, canRefuse: true, needsWorld: false
    ) { request in
        guard let name = request.worldName else {
            throw AdminError(
                422, "a request cannot replace the served world",
                suggestion:
                    "create an isolated world with PUT /s/{name}/_sim/v1/world, or a device with 'tvsim device create'")
        }
        let profile = try WorldOrigin(text: try request.text(), source: "the body")
        try await request.worlds.make(name, from: profile, onlyWhere: request.meansExisting)
        return .done
    }

    private static let openAPI = AdminRoute(
        method: .get, path: "/openapi.json", operation: "openAPI", summary: "Returns this document.",
        answer: .init(summary: "OpenAPI 3.1.", schema: ["type": "object"])
    ) { _ in
        HTTPAnswer(json: try document.get())
    }

    /// The document as text, made once: it depends on the version only, and is the largest answer that the page reads.
    private static let document = Result { try JSONText.line(OpenAPIDocument.document(of: all)) + "\n" }

    private static let entitlementOpenAPI = AdminRoute(
        method: .get, path: "/entitlement-openapi.json", operation: "entitlementOpenAPI",
        summary:
            "Returns the document of the entitlement API: REST API V2, client registration and the reset of passes.",
        answer: .init(summary: "OpenAPI 3.1.", schema: ["type": "object"])
    ) { _ in
        try json(EntitlementDocument.document())
    }

    // MARK: - Parts

    private static let profileSchema: JSONValue = [
        "type": "object", "required": ["schema", "name"],
        "properties": ["schema": ["const": 1], "name": ["type": "string"]],
    ]

    /// Returns the schema of an object whose members are all required, except the optional ones.
    static func object(_ properties: Members, optional: Set<String> = []) -> JSONValue {
        [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
            "required": .array(properties.keys.filter { !optional.contains($0) }.sorted().map(JSONValue.string)),
        ]
    }

    /// Returns a response with a value as its body, in JSON.
    static func json(_ value: some Encodable) throws -> HTTPAnswer {
        HTTPAnswer(json: try JSONText.line(value) + "\n")
    }
}
