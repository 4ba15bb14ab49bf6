package import Foundation
import TVSimEntitlementService
package import TVSimIdentityProvider
import TVSimSAML
package import TVSimStructuredText

/// The options of `saml issue` and `POST saml/issue`: a response, and the provider of a world that issues it.
package struct IssuingOptions: Sendable {
    /// The provider; `nil` for a provider that belongs to no world.
    private(set) var provider: String?
    /// The provider's subscriber; `nil` for its first one.
    private(set) var subscriber: String?
    fileprivate(set) var maker: ResponseMaker

    /// The options: the provider, which gives the defaults, and those of ``ResponseMaker``.
    package static let fields = ObjectFormat<IssuingOptions>(
        title: ResponseMaker.fields.title, defaults: IssuingOptions(maker: ResponseMaker.fields.defaults),
        fields: [
            Field(
                "provider",
                "The provider of this world that issues the response. Default: a provider that belongs to no world.",
                Formats.line.orNull, documentsDefault: false, into: \.provider),
            Field(
                "as", "The provider's subscriber. Default: its first one.", Formats.line.orNull,
                documentsDefault: false, into: \.subscriber),
        ] + ResponseMaker.fields.fields.map { $0.lifted(to: \.maker) })
}

extension ResponseMaker {
    /// Creates the maker of the response that the given options describe.
    ///
    /// - Parameters:
    ///   - given: The options.
    ///   - now: The default time of issue; `nil` for the clock of the provider's device, or for the real time without a
    ///     provider.
    ///   - device: Opens the device whose world has the provider; it is called only if the options name one.
    /// - Throws: `CommandError` or `SourceError` for an unknown provider or subscriber, a malformed key, an invalid
    ///   value, or options that exclude each other.
    package init(_ given: ParsedOptions, at now: Date? = nil, in device: () throws -> SelectedDevice) throws {
        var options = IssuingOptions(maker: ResponseMaker(at: try now ?? CommandArguments.momentOrNow(nil)))
        try given.read(IssuingOptions.fields, into: &options)
        guard options.subscriber == nil || options.provider != nil else {
            throw CommandError(.invalid, "\(given.spelling("as")) requires \(given.spelling("provider"))")
        }
        try options.maker.checkContradictions(in: given)
        if let provider = options.provider {
            let device = try device()
            options.maker = try ResponseMaker(
                of: provider, as: options.subscriber, at: now ?? device.now(), in: device)
            try given.read(IssuingOptions.fields, into: &options)
        }
        try options.maker.checkKeys(in: given)
        self = options.maker
    }

    /// Creates a maker of the response with which a provider of a world tells the service about a subscriber.
    ///
    /// The issuer, the key, the name and the attributes are the provider's, and audience and recipient are the
    /// service's. The response answers the newest request that the service has sent to the provider by the partner's
    /// framework, if one is pending. A defect in the provider's own settings does not apply.
    ///
    /// - Parameters:
    ///   - id: The provider's identifier.
    ///   - name: The subscriber; `nil` for the provider's first one.
    ///   - instant: The time of issue.
    ///   - device: The device with the world.
    /// - Throws: `CommandError` if the world has no such provider or subscriber; `StateError` if the state cannot be
    ///   read.
    private init(of id: String, as name: String?, at instant: Date, in device: SelectedDevice) throws {
        let provider = try device.provider(id)
        let subscriber = try device.subscriber(name, of: provider)
        let configuration = try device.world.service.configuration()
        self.init(at: instant)
        signing.keyNumber = provider.keyNumber
        content.issuer = provider.entityID.rawValue
        content.audiences = [configuration.saml.entityID.rawValue]
        content.recipient = configuration.saml.assertionConsumer
        content.nameID = subscriber.userID.rawValue
        content.attributes = subscriber.samlAttributes
        let awaited = try device.world.service.awaitedRequest(from: ProviderID(provider.identifier))
        content.inResponseTo = awaited ?? configuration.saml.partnerRequestID ?? content.inResponseTo
    }
}
