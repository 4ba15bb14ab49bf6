import Foundation
import TVSimCore
import TVSimDevice
package import TVSimProviderMessages

/// The contents of a metadata request when it was enqueued.
///
/// This is a copy, because the app may change its request object afterwards.
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

    /// The requester's name for the provider; `nil` if the request's identifier is empty.
    ///
    /// Surrounding white space is removed, because SAML readers ignore it.
    var issuer: String? {
        channelIdentifier.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the arguments for the rules about clients.
    func arguments(hasDelegate: Bool) -> FrameworkCall.Metadata {
        var arguments = FrameworkCall.Metadata()
        arguments.hasDelegate = hasDelegate
        arguments.allowsInterruption = interruptionAllowed
        arguments.forcesAuthentication = forcesAuthentication
        arguments.channelIdentifier = channelIdentifier
        arguments.verificationToken = verificationToken.map(Redaction.pseudonym(of:))
        arguments.attributeNames = attributeNames
        arguments.supportedProviders = supportedProviders
        return arguments
    }

    /// Returns whether a provider is on the request's list; an empty list contains every provider.
    func accepts(provider: String) -> Bool {
        supportedProviders.isEmpty || supportedProviders.contains(provider)
    }

    /// Returns the scheme of the exchange: the first of the app's schemes that the provider supports.
    ///
    /// Apps may name schemes of their own, which no simulated provider supports.
    func scheme(among spoken: [AnswerScheme]) -> AnswerScheme? {
        schemes.lazy.compactMap { scheme in spoken.first { VSAccountProviderAuthenticationScheme($0) == scheme } }.first
    }

    /// Returns the picker that the system shows for this request.
    func picker(of providers: [KnownProvider], rows: FrameworkBehaviour.PickerRows) -> ProviderPicker {
        ProviderPicker(
            known: providers, supported: supportedProviders, featured: featuredProviders,
            applicationProviders: applicationProviders, videoTitle: videoTitle, rows: rows
        ) { scheme(among: $0.schemes) != nil }
    }
}

extension VSAccountProviderAuthenticationScheme {
    /// Creates the app's name of a provider's scheme.
    package init(_ scheme: AnswerScheme) {
        switch scheme {
        case .saml: self = .saml
        case .api: self = .api
        }
    }
}
