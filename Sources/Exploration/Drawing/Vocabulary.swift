import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
package import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// The names of a profile's world that drawn steps use.
package struct Vocabulary: Sendable {
    /// A provider that users can choose in the system's picker, and its subscribers.
    struct Choice: Sendable {
        let provider: String
        let subscribers: [String]
        /// Whether users sign in with it at system level.
        let isSupported: Bool
    }

    /// The requestors.
    let requestors: [String]
    /// The profile's requestor, which most steps use.
    let requestor: String
    /// The MVPDs of the profile's requestor.
    let mvpds: [String]
    /// Every provider.
    let providers: [String]
    /// The providers that the system lists.
    let choices: [Choice]
    /// Every subscriber.
    let subscribers: [String]
    /// Resources that some subscriber may watch, and one that no subscriber may watch.
    let resources: [String]

    /// Creates the vocabulary of a profile.
    package init(of profile: Profile) {
        requestor = profile.app.requestor
        requestors = profile.service.requestors.map(\.id.rawValue)
        let own = profile.service.requestor(RequestorID(profile.app.requestor))
        mvpds = own?.integrations.map(\.mvpd.rawValue) ?? []
        providers = profile.providers.map(\.identifier)
        choices = profile.providers.filter { $0.boarding != .none && !$0.subscribers.isEmpty }.map {
            Choice(
                provider: $0.identifier, subscribers: $0.subscribers.map(\.name),
                isSupported: $0.boarding == .supported)
        }
        subscribers = profile.providers.flatMap { $0.subscribers.map(\.name) }
        let entitled = profile.providers.flatMap { $0.subscribers.flatMap { $0.entitlements.map(\.rawValue) } }
        resources = Array(Set(entitled).sorted().prefix(4)) + ["NobodysChannel"]
    }
}
