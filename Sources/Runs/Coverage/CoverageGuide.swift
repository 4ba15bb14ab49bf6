package import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
package import TVSimScenario
import TVSimSituations
import TVSimStructuredText
import TVSimWorld

/// Finds profiles that visit an item, by running them.
package enum CoverageGuide {
    /// Returns a profile for each item that one visits.
    ///
    /// - Parameter items: The items.
    /// - Returns: The profiles; an item that no profile visits has none.
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package static func ways(to items: some Sequence<CoverageItem>) async throws -> [CoverageItem: CoverageWay] {
        var found: [CoverageItem: CoverageWay] = [:]
        var missing: Set<CoverageItem> = []
        for item in items {
            if let situation = item.situation { found[item] = way(into: situation) } else { missing.insert(item) }
        }
        let codes = EnhancedErrorCode.all.filter { missing.contains(.errorCode($0)) }
        for way in situations + [everyCall] + codes.map(denial) where !missing.isEmpty {
            let visited = try await Self.items(visitedBy: way.profile).intersection(missing)
            for item in visited { found[item] = way }
            missing.subtract(visited)
        }
        return found
    }

    /// Runs a profile in each of its situations, and returns what they visit.
    private static func items(visitedBy profile: JSONValue) async throws -> Set<CoverageItem> {
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            for profile in try ProfileDecoder.decode(profile, source: "coverage").situations() {
                _ = try await ProfileRunner().run(profile)
            }
        }
        return recorder.visited
    }

    /// The situations that are tried: those that differ from the baseline in one axis, and then those of an app without
    /// a valid account and of an app with an earlier launch.
    private static var situations: [CoverageWay] {
        (SituationAxis.allCases.flatMap { situations(varying: $0) }
            + situations(varying: .account, .picker, .boarding, .platform)
            + situations(varying: .account, .token, .start, .accessBefore)).map(way)
    }

    private static func situations(varying axes: SituationAxis...) -> [CookbookSituation] {
        var selection = SituationSelection()
        for axis in axes { selection.select(axis.values, of: axis) }
        return selection.possibleSituations()
    }

    /// Returns the cookbook's calls in a situation, which a matrix names so that the run counts as a visit.
    private static func way(into situation: CookbookSituation) -> CoverageWay {
        let axes = SituationAxis.allCases.filter { situation[$0] != CookbookSituation.baseline[$0] }
        let matrix = (axes.isEmpty ? [.platform] : axes).map {
            ($0.rawValue, JSONValue.array([.string(situation[$0])]))
        }
        var keys: Members = ["matrix": .object(Members(uniqueKeysWithValues: matrix))]
        if case .object(let profile) = situation.profile, case .array(let flow)? = profile["flow"] {
            keys["flow"] = .array(flow.suffix(CookbookSituation.calls.count))
        }
        return way("\(situation)", keys)
    }

    /// The other calls of the SDK, by a user who may watch `REF30` and nothing else.
    private static let everyCall = way(
        "every call of the SDK",
        [
            "providers": [
                "Cablevision": ["subscribers": ["alice": ["password": "secret", "entitlements": ["REF30"]]]]
            ],
            "service": ["requestors": ["REF30": ["integrations": ["Cablevision": [:]]]]],
            "flow": [
                ["setRequestor": "REF30"], "checkAuthentication", "getSelectedProvider", ["getMetadata": "userID"],
                ["checkPreauthorizedResources": ["REF30", "A"]], ["getAuthorization": "REF30"],
                ["getAuthorization": "A"], "logout",
            ],
        ])

    /// Returns a request for authorization to which the service answers an error code.
    private static func denial(_ code: EnhancedErrorCode) -> CoverageWay {
        way(
            "getAuthorization with \(code.name)",
            [
                "flow": [
                    ["setRequestor": "REF30"], ["fault": ["at": "service.authorize", "error": .string(code.name)]],
                    ["getAuthorization": "REF30"],
                ]
            ])
    }

    private static func way(_ name: String, _ keys: Members) -> CoverageWay {
        guard case .object(let world) = CookbookSituation.world else {
            return CoverageWay(name: name, profile: CookbookSituation.world)
        }
        return CoverageWay(
            name: name, profile: .object(world.merging(["name": .string(name)]) { $1 }.merging(keys) { $1 }))
    }
}
