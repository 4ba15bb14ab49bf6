import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operation that returns what the page of a world shows of its state, in one answer.
    static let view = AdminRoute(
        method: .get, path: "/view", operation: "showView",
        summary: "Returns what the page of a world shows of its state, all of one moment: the answers of `GET health` "
            + "and `GET device`, the members of the listings of integrations, providers, deadlines and worlds, the "
            + "system's interface that waits, and the settings that are unusual.",
        answer: .init(summary: "The view, with its revision.", schema: object(WorldView.schemas))
    ) { request in
        try json(JSONValue.object(try WorldView(of: request).members))
    }
}

/// What the page of a world shows of its state, all of one moment.
///
/// Each member is what a getter returns, so that the getters describe it.
struct WorldView {
    let members: Members
    let revision: WorldRevision

    /// Reads the world of a request.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    init(of request: AdminRequest) throws {
        let stopwatch = Stopwatch()
        let revision = try WorldRevision(of: request.world)
        let time = stopwatch.elapsed
        members = try request.consistently { request in
            let device = request.device
            let names = try request.worlds.names(after: "", limit: WorldLimit.range.upperBound)
            let now = try request.world.simulation.clock.now()
            let listings = [
                try ProviderListing(of: device).json, try device.integrations(of: nil).json,
                try JSONValue(encoding: DeadlineListing(of: request.world)),
                try JSONValue(encoding: InterfaceAnswer(revision.shown?.page)),
                try JSONValue(encoding: WorldNames(worlds: names)),
            ]
            let unusual = try JSONValue(encoding: SettingListing(of: request.world, .unusual))
            let own: Members = [
                "device": try JSONValue(encoding: device.summary()),
                "health": try JSONValue(encoding: HealthAnswer(of: request, at: now, reading: time)),
                "revision": .string(revision.text),
                "unusual": unusual["settings"] ?? [],
            ]
            return listings.reduce(into: own) { members, listing in
                members.merge(listing.members ?? [:]) { first, _ in first }
            }
        }
        self.revision = revision
    }

    /// The schemas of the members.
    static let schemas: Members = {
        let listings = [
            AdminRoutes.providers, AdminRoutes.integrations, AdminRoutes.deadlines, AdminRoutes.interface,
        ]
        let own: Members = [
            "device": AdminRoutes.device.answer?.schema ?? [:], "health": AdminRoutes.health.answer?.schema ?? [:],
            "revision": [
                "type": "string",
                "description": "Another text after each change of the state or of the screen; compare for equality.",
            ],
            "unusual": AdminRoutes.settings.answer?.schema["properties"]?["settings"] ?? [:],
            "worlds": ["type": "array", "items": AdminRoutes.text],
        ]
        return listings.reduce(into: own) { members, listing in
            members.merge(listing.answer?.schema["properties"]?.members ?? [:]) { first, _ in first }
        }
    }()
}

extension JSONValue {
    /// Returns a value as JSON.
    init(encoding value: some Encodable) throws {
        try self.init(json: Data(JSONText.line(value).utf8))
    }
}
