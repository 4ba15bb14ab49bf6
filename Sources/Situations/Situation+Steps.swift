package import StructuredText

extension Situation {
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

    /// The steps of a flow that lead from the baseline's world into the situation, before the calls.
    ///
    /// An earlier launch of the app is among them if the situation has one.
    package var steps: [JSONValue] {
        var steps: [JSONValue] = []
        if self[.platform] != "iOS" { steps.append(["settings": ["platform": .string(self[.platform])]]) }
        steps += earlierLaunch
        let access = self[.accessBefore] == "firstLaunch" ? "granted" : self[.accessBefore]
        if self[.access] != access { steps.append(["permission": .string(self[.access])]) }
        switch self[.account] {
        case "signedOut": steps.append("signOut")
        case "expired":
            steps.append(["signIn": ["provider": "Cablevision", "as": "alice", "expires": "-1s"]])
        default: break
        }
        if self[.token] == "expired" { steps.append(["advance": "2h"]) }
        steps += changesOfTheProvider
        if let viewer { steps.append(["viewer": ["systemPicker": viewer]]) }
        if let fault {
            steps.append(["fault": ["at": .string(fault.operation), "error": .string(fault.error)]])
        }
        if self[.accessBefore] != "firstLaunch", self[.start] == "cold" { steps.append("relaunch") }
        return steps
    }

    private var earlierLaunch: [JSONValue] {
        guard self[.accessBefore] != "firstLaunch" else { return [] }
        var steps: [JSONValue] = []
        if self[.token] == "expired" { steps.append(Self.integration("authenticationTTL", "1h")) }
        if self[.accessBefore] != "granted" { steps.append(["permission": .string(self[.accessBefore])]) }
        return steps + [["setRequestor": "REF30"]]
    }

    private var changesOfTheProvider: [JSONValue] {
        var steps: [JSONValue] = []
        if self[.integration] == "disabled" { steps.append(Self.integration("enabled", false)) }
        if self[.singleSignOn] == "disabled" { steps.append(Self.integration("singleSignOn", false)) }
        if self[.degradation] != "none" {
            steps.append(Self.integration("degradation", .string(self[.degradation])))
        }
        if self[.boarding] != "supported" {
            let boarding: JSONValue = self[.boarding] == "notListed" ? "none" : .string(self[.boarding])
            steps.append(["provider": ["id": "Cablevision", "set": ["boarding": boarding]]])
        }
        if self[.response] != "valid" {
            steps.append(["provider": ["id": "Cablevision", "set": ["defect": .string(self[.response])]]])
        }
        return steps
    }

    private static func integration(_ key: String, _ value: JSONValue) -> JSONValue {
        ["integration": ["mvpd": "Cablevision", "set": .object([key: value])]]
    }

    /// The user's answer; `nil` to cancel, which the user does without a setting.
    private var viewer: JSONValue? {
        switch self[.picker] {
        case "choose": ["choose": "Cablevision", "as": "alice"]
        case "other": "other"
        case "unsupported": ["choose": "Suddenlink", "as": "dave"]
        default: nil
        }
    }

    private var fault: (operation: String, error: String)? {
        switch self[.fault] {
        case "accessCheckFails": ("accountManager.checkAccessStatus", "serviceTemporarilyUnavailable")
        case "metadataFails": ("accountManager.enqueue", "serviceTemporarilyUnavailable")
        case "providerNotNamed": ("accountManager.enqueue", "noProviderIdentifier")
        default: nil
        }
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
        profile["flow"] = .array(steps + calls)
        return .object(profile)
    }
}
