import Foundation
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSAML
import TVSimSSOBridge
package import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension Profile {
    /// What a valid profile most likely does not mean, one sentence each without a full stop.
    package var warnings: [String] { missingSubscribers + changedResponses }

    /// The providers with which no user can sign in.
    ///
    /// A provider whose users sign in at a server outside of the simulation needs no subscriber.
    private var missingSubscribers: [String] {
        let added = FlowChanges(of: flow).added
        return world.providers.compactMap { provider in
            guard provider.subscribers.isEmpty, added[provider.identifier] == nil else { return nil }
            let integrations = integrations(of: provider)
            let isOutside = integrations.allSatisfy {
                $0.externalIdentityProvider != nil || $0.externalAuthorizationServer != nil
            }
            guard integrations.isEmpty || !isOutside else { return nil }
            return "the provider '\(provider.identifier)' has no subscriber, so no user can sign in with it: add "
                + "'providers.\(provider.identifier).subscribers'"
        }
    }

    /// The recorded responses whose signature is valid, and is not valid any more when the SDK has sent them.
    private var changedResponses: [String] {
        world.providers.compactMap { provider in
            guard let response = provider.saml.samlResponse else { return nil }
            let certificates = integrations(of: provider).flatMap { $0.externalIdentityProvider?.certificates ?? [] }
            guard var check = try? ResponseCheck(certificates: certificates) else { return nil }
            check.allowed = Set(world.service.saml.allowed)
            guard check.isVouchedFor(Data(response.utf8)), !check.isVouchedFor(SAMLResponseEncoding.carried(response))
            else { return nil }
            return
                "the SDK removes line breaks and repeated blanks from 'providers.\(provider.identifier).samlResponse', "
                + "so its signature is not valid any more (Differences, E-95): sign a response without them"
        }
    }

    /// Returns the integrations of a provider: those that name it, and those of its key that name none.
    private func integrations(of provider: Provider) -> [Integration] {
        world.service.requestors.flatMap(\.integrations).filter {
            ($0.provider?.rawValue ?? $0.mvpd.rawValue) == provider.identifier
        }
    }
}
