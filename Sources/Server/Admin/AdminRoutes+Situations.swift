import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimSituations
import TVSimStructuredText

extension AdminRoutes {
    /// The operations that list situations.
    static let situations = [listSituations, listSituationsOfProfile]

    private static let listSituations = AdminRoute(
        method: .get, path: "/situations", operation: "listSituations",
        summary: "Lists the situations of the single sign-on cookbook that combine values of axes and can exist: "
            + "'access=denied,granted' chooses two values, 'access=all' every value of an axis. Other axes are as the "
            + "profile says. POST /worlds takes the name of a situation.",
        parameters: SituationAxis.allCases.map { axis in
            AdminRoute.Parameter(
                name: axis.rawValue,
                summary: "\(axis.summary) Values, separated by commas: \(axis.values.joined(separator: ", ")), or all.",
                schema: pattern(of: axis))
        },
        answer: .init(summary: "The situations, in the order of the axes.", SituationNames.self), needsWorld: false
    ) { request in
        var selection = SituationSelection()
        do {
            for (axis, values) in request.query.sorted(by: { $0.key < $1.key }) {
                try selection.add(values == "all" ? axis : "\(axis)=\(values)")
            }
            try demandFew(selection)
            let found = try selection.situations()
            return try json(SituationNames(situations: found.map { .init($0, naming: selection.axes) }))
        } catch let error as SituationError {
            throw AdminError(400, error.reason, suggestion: error.suggestion)
        }
    }

    /// Checks that values of axes do not have too many combinations.
    ///
    /// Their number, of which some cannot exist, is known before they are made.
    ///
    /// - Throws: ``AdminError`` with status 400 if there are too many.
    private static func demandFew(_ selection: SituationSelection) throws(AdminError) {
        let count = selection.axes.reduce(1) { $0 * (selection.values(of: $1)?.count ?? 1) }
        guard count <= ServerLimits.situations else {
            throw AdminError(
                400, "the axes have \(count) combinations: the limit is \(ServerLimits.situations)",
                suggestion: "name fewer axes or values")
        }
    }

    private static func pattern(of axis: SituationAxis) -> JSONValue {
        let values = "(\(axis.values.joined(separator: "|")))"
        return Schema.pattern("^(all|\(values)(,\(values))*)$")
    }

    private static let listSituationsOfProfile = AdminRoute(
        method: .post, path: "/situations", operation: "listSituationsOfProfile",
        summary: "Lists the situations of the 'matrix' of a profile. Changes nothing.",
        body: .init(
            summary: "A profile with the key 'matrix', as an object or as the text of a file in JSON.",
            schema: ["type": ["object", "string"]]),
        bodyLimit: ServerLimits.profileBody,
        answer: .init(summary: "The situations, in the order of the axes.", SituationNames.self), needsWorld: false
    ) { request in
        let text = try request.text()
        // A JSON string is the text of a file, in YAML or JSON.
        let profile: String =
            if case .string(let file)? = try? JSONValue(json: request.body) { file } else { text }
        let read = try WorldBeginning.profile(profile)
        let selection = read.matrix?.selection ?? SituationSelection()
        try demandFew(selection)
        let found = try read.preparations()
        return try json(SituationNames(situations: found.map { .init($0.situation, naming: selection.axes) }))
    }
}

/// The answer of `GET situations`.
private struct SituationNames: Codable {
    /// A situation.
    struct Named: Codable {
        /// The name, which has every axis of the request.
        let name: String
        /// The values of these axes.
        let axes: [String: String]

        init(_ situation: CookbookSituation, naming named: Set<SituationAxis>) {
            name = situation.name(with: named)
            axes = Dictionary(uniqueKeysWithValues: named.map { ($0.rawValue, situation[$0]) })
        }
    }

    let situations: [Named]
}
