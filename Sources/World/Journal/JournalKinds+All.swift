package import TVSimCore
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSDKVocabulary
import VideoSubscriberAccount

extension JournalKinds {
    /// Every type of decision that a journal can have.
    ///
    /// Stored journals name the types by `kind`.
    package static let all = JournalKinds([
        CallDecision.self, SDKDecision.self,
        ConditionFinding.self, ExchangeStep.self,
        MetadataStep.self, AccessDecision.self, InterfaceDecision.self, ProviderQueryDecision.self,
        UserAccountDecision.self, SubscriptionDecision.self,
        ProviderAnswerDecision.self, SignInDecision.self, PageDecision.self,
        RequestDecision.self, BackChannelDecision.self,
        CommandDecision.self, ReplacementDecision.self, LandingDecision.self,
        TextDecision.self,
    ])
}
