import TVSimStructuredText

/// What a world calls the parties of a situation; those of the baseline's world by default.
package struct SituationNames: Sendable, Hashable {
    /// The identifier of the user's TV provider.
    package var provider = "Cablevision"
    /// The MVPD by which the requestor integrates it.
    package var mvpd = "Cablevision"
    /// The user.
    package var subscriber = "alice"
    /// A TV provider that the requestor does not integrate; `nil` if it integrates every one.
    package var unsupported: String? = "Suddenlink"
    /// The requestor.
    package var requestor = "REF30"

    /// Creates the names of the baseline's world.
    package init() {}
}

/// The steps into a situation: what differs from the baseline, or has to be set.
struct SituationSteps {
    let situation: CookbookSituation
    let names: SituationNames
    let axes: Set<SituationAxis>

    var steps: [JSONValue] {
        var steps: [JSONValue] = []
        if sets(.platform) { steps.append(["settings": ["platform": .string(situation[.platform])]]) }
        steps += earlierLaunch
        let before = hasEarlierLaunch ? situation[.accessBefore] : "granted"
        if situation[.access] != before || !hasEarlierLaunch && axes.contains(.access) {
            steps.append(["permission": .string(situation[.access])])
        }
        steps += account
        if situation[.token] == "expired" { steps.append(["advance": "2h"]) }
        steps += provider
        if sets(.picker) { steps += picker }
        if let fault {
            steps.append(["fault": ["at": .string(fault.operation), "error": .string(fault.error)]])
        }
        if hasEarlierLaunch, situation[.start] == "cold" { steps.append("relaunch") }
        return steps
    }

    /// Returns whether the fact of an axis differs from the world.
    private func sets(_ axis: SituationAxis) -> Bool { axes.contains(axis) || situation.index(of: axis) > 0 }

    private var hasEarlierLaunch: Bool { situation[.accessBefore] != "firstLaunch" }

    private var earlierLaunch: [JSONValue] {
        guard hasEarlierLaunch else { return [] }
        var steps: [JSONValue] = []
        if situation[.token] == "expired" { steps.append(integration("authenticationTTL", "1h")) }
        if situation[.accessBefore] != "granted" || axes.contains(.accessBefore) {
            steps.append(["permission": .string(situation[.accessBefore])])
        }
        if situation[.accessBefore] == "granted", axes.contains(.accessBefore) { steps.append(signIn) }
        return steps + [["setRequestor": .string(names.requestor)]]
    }

    private var account: [JSONValue] {
        switch situation[.account] {
        case "signedOut": ["signOut"]
        case "expired": [signIn(adding: ["expires": "-1s"])]
        default: axes.contains(.account) ? [signIn] : []
        }
    }

    private var signIn: JSONValue { signIn(adding: [:]) }

    private func signIn(adding keys: Members) -> JSONValue {
        let account: Members = [
            "provider": .string(names.provider), "as": .string(names.subscriber),
        ]
        return ["signIn": .object(account.merging(keys) { $1 })]
    }

    private var provider: [JSONValue] {
        var steps: [JSONValue] = []
        if sets(.integration) { steps.append(integration("enabled", .bool(situation[.integration] == "enabled"))) }
        if sets(.singleSignOn) {
            steps.append(integration("singleSignOn", .bool(situation[.singleSignOn] == "enabled")))
        }
        if sets(.degradation) { steps.append(integration("degradation", .string(situation[.degradation]))) }
        if sets(.boarding) {
            steps.append(change("boarding", situation[.boarding] == "notListed" ? "none" : situation[.boarding]))
        }
        if sets(.response) {
            steps.append(change("defect", situation[.response] == "valid" ? "none" : situation[.response]))
        }
        return steps
    }

    private func integration(_ key: String, _ value: JSONValue) -> JSONValue {
        ["integration": ["mvpd": .string(names.mvpd), "set": .object([key: value])]]
    }

    private func change(_ key: String, _ value: String) -> JSONValue {
        ["provider": ["id": .string(names.provider), "set": .object([key: .string(value)])]]
    }

    /// The user's answer, and the rows of a picker that shows what the requestor does not support.
    private var picker: [JSONValue] {
        let answer: JSONValue =
            switch situation[.picker] {
            case "choose": ["choose": .string(names.provider), "as": .string(names.subscriber)]
            case "other": "other"
            case "unsupported": ["choose": .string(names.unsupported ?? names.provider)]
            default: "cancel"
            }
        let rows: [JSONValue] = axes.contains(.picker) ? [["settings": ["behaviour": ["pickerRows": "all"]]]] : []
        return rows + [["viewer": ["systemPicker": answer]]]
    }

    private var fault: (operation: String, error: String)? {
        switch situation[.fault] {
        case "accessCheckFails": ("accountManager.checkAccessStatus", "serviceTemporarilyUnavailable")
        case "metadataFails": ("accountManager.enqueue", "serviceTemporarilyUnavailable")
        case "providerNotNamed": ("accountManager.enqueue", "noProviderIdentifier")
        default: nil
        }
    }
}
