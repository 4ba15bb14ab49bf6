import Foundation
import SimulatedDevice

/// What a metadata request asked for at the moment when it was enqueued.
///
/// A copy: the app may change its request object afterwards.
struct MetadataWish: Sendable {
    let channelIdentifier: String?
    let supportedProviders: [String]
    let featuredProviders: [String]
    let verificationToken: String?
    let includesProvider: Bool
    let includesExpiration: Bool
    let videoTitle: String?
    let interruptionAllowed: Bool
    let forcesAuthentication: Bool
    let attributeNames: [String]
    let schemes: [VSAccountProviderAuthenticationScheme]
    let applicationProviders: [ProviderPicker.Row]

    init(_ request: VSAccountMetadataRequest) {
        channelIdentifier = request.channelIdentifier
        supportedProviders = request.supportedAccountProviderIdentifiers
        featuredProviders = request.featuredAccountProviderIdentifiers
        verificationToken = request.verificationToken
        includesProvider = request.includeAccountProviderIdentifier
        includesExpiration = request.includeAuthenticationExpirationDate
        videoTitle = request.localizedVideoTitle
        interruptionAllowed = request.isInterruptionAllowed
        forcesAuthentication = request.forceAuthentication
        attributeNames = request.attributeNames
        schemes = request.supportedAuthenticationSchemes
        applicationProviders = (request.applicationAccountProviders ?? []).map {
            ProviderPicker.Row(identifier: $0.identifier, displayName: $0.localizedDisplayName)
        }
    }

    /// In whose name a provider is asked; `nil`: the request says nothing that could be a name.
    ///
    /// White space around it is not part of it, since no reader of SAML would find it there.
    var issuer: String? {
        channelIdentifier.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a provider may answer: it is on the list, and an empty list names all.
    func accepts(provider: String) -> Bool {
        supportedProviders.isEmpty || supportedProviders.contains(provider)
    }

    /// The scheme in which a provider is to answer: the first of the app's that the provider speaks.
    ///
    /// Apps may name schemes of their own, which no provider here speaks.
    func scheme(among spoken: [KnownProvider.Scheme]) -> KnownProvider.Scheme? {
        schemes.lazy.compactMap { scheme in spoken.first { VSAccountProviderAuthenticationScheme($0) == scheme } }.first
    }

    /// The picker that the system shows for this request.
    func picker(of providers: [KnownProvider], rows: FrameworkBehaviour.PickerRows) -> ProviderPicker {
        ProviderPicker(
            known: providers, supported: supportedProviders, featured: featuredProviders,
            applicationProviders: applicationProviders, videoTitle: videoTitle, rows: rows
        ) { scheme(among: $0.schemes) != nil }
    }
}

extension VSAccountProviderAuthenticationScheme {
    /// The scheme of a provider, as apps name it.
    init(_ scheme: KnownProvider.Scheme) {
        switch scheme {
        case .saml: self = .saml
        case .api: self = .api
        }
    }
}
