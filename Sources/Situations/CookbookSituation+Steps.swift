package import TVSimStructuredText

extension CookbookSituation {
    /// The world of the baseline, as a profile without a flow.
    ///
    /// The user's TV provider is Cablevision. The requestor integrates Dish too, so that the app's dialog always has
    /// an entry. The picker also lists Suddenlink, which the requestor does not integrate.
    package static let world: JSONValue = [
        "schema": 1,
        "name": "baseline",
        "app": ["bundleID": "com.example.stream", "requestor": "REF30"],
        "device": [
            "apps": ["com.example.stream": ["access": "granted"]],
            "account": ["provider": "Cablevision", "subscriber": "alice", "expires": "+30d"],
            "behaviour": ["pickerRows": "all"],
        ],
        "providers": [
            "Cablevision": ["subscribers": ["alice": ["password": "secret", "attributes": ["userID": "alice-1"]]]],
            "Dish": ["subscribers": ["carol": ["password": "secret"]]],
            "Suddenlink": ["subscribers": ["dave": ["password": "secret"]]],
        ],
        "service": ["requestors": ["REF30": ["integrations": ["Cablevision": [:], "Dish": [:]]]]],
    ]

    /// The calls that the outcomes are about, as steps of a flow.
    package static let calls: [JSONValue] = [
        ["setRequestor": "REF30"], "checkAuthentication", "getAuthentication",
    ]

    /// Returns the steps of a flow that lead into the situation, before the calls.
    ///
    /// An earlier launch of the app is among them if the situation has one.
    ///
    /// - Parameters:
    ///   - names: What the world calls the user and the TV provider.
    ///   - axes: The axes whose facts the world does not have as the baseline has them. Their steps are always there.
    /// - Returns: The steps, each as a profile writes it.
    package func steps(
        in names: SituationNames = SituationNames(), setting axes: Set<SituationAxis> = []
    ) -> [JSONValue] {
        SituationSteps(situation: self, names: names, axes: axes).steps
    }

    /// The situation as a profile: the world, the steps and the calls, each with the first outcome as its expectation.
    package var profile: JSONValue {
        guard case .object(var profile) = Self.world else { return Self.world }
        profile["name"] = .string(description)
        let calls = zip(CookbookCall.allCases, Self.calls).map { call, step -> JSONValue in
            let expected = JSONValue.array(outcomes(of: call)[0].callbacks.map(JSONValue.string))
            if case .object(let action) = step {
                return .object(action.merging(["expect": expected]) { $1 })
            }
            return .object([call.rawValue: .null, "expect": expected])
        }
        profile["flow"] = .array(steps() + calls)
        return .object(profile)
    }
}
