import AccessEnabler
package import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSSOBridge
import VideoSubscriberAccount

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
        case CallDecision.kind: (from, to) = (.app, .sdk)
        case RequestDecision.kind: (from, to) = (client, .service)
        case MetadataStep.kind, AccessDecision.kind, UserAccountDecision.kind, SubscriptionDecision.kind:
            (from, to) = (client, .framework)
        case ProviderQueryDecision.kind: (from, to) = (.framework, .provider)
        case BackChannelDecision.kind: (from, to) = (.service, .provider)
        case PageDecision.kind: (from, to) = (.app, .provider)
        case SDKDecision.kind, ConditionFinding.kind, ExchangeStep.kind: (from, to) = (.sdk, .sdk)
        case InterfaceDecision.kind: (from, to) = (.framework, .framework)
        case ProviderAnswerDecision.kind, SignInDecision.kind: (from, to) = (.provider, .provider)
        default: return nil
        }
    }
}
