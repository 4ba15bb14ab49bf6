import EntitlementAPI
package import SimulationCore

/// A participant of a flow, in the order from the app to the TV provider.
package enum JournalLane: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
    case app, sdk, framework, service, provider
}

/// Between which participants a decision is a message; a step of one participant has it twice.
package struct JournalWay: Hashable, Sendable {
    /// The participant that asks.
    package let from: JournalLane
    /// The participant that answers.
    package let to: JournalLane

    /// Finds the participants of an entry; there are none of a command and of a decision of no participant.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - hasSDK: Whether the app's SDK takes part, so that it stands between the app and the others.
    package init?(of entry: JournalEntry, hasSDK: Bool) {
        let client: JournalLane = hasSDK ? .sdk : .app
        switch entry.kind {
        case "call": (from, to) = (.app, .sdk)
        case "request": (from, to) = (client, .service)
        case "metadata", "access", "account", "subscription": (from, to) = (client, .framework)
        case "providerQuery": (from, to) = (.framework, .provider)
        case "backChannel": (from, to) = (.service, .provider)
        case "page": (from, to) = (.app, .provider)
        case "sdk", "condition", "exchange": (from, to) = (.sdk, .sdk)
        case "interface": (from, to) = (.framework, .framework)
        case "providerAnswer", "signIn": (from, to) = (.provider, .provider)
        default: return nil
        }
    }
}
