import EntitlementAPI
import EntitlementService
import IdentityProvider
import XMLSecurity

/// SAML parties that a profile brings along: service providers and identity providers outside of the simulation.
enum PartyFormat {
    /// A certificate whose key can be used, PEM.
    static let certificate = Format<String>(["type": "string", "pattern": "-----BEGIN CERTIFICATE-----"]) {
        (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        do throws(XMLError) {
            _ = try TrustedCertificate(pem: text)
        } catch {
            throw ProfileError(.wrongValue, at: node.position, error.description)
        }
        return text
    }

    /// Where messages go by HTTP-Redirect: in a query, which nobody would be sent behind a fragment (SAML Bindings § 3.4).
    private static let redirectService: Format<String> = {
        let schema = Formats.address.schema.merging(["not": ["pattern": "#"]]) { $1 }
        return Format(schema) { (node, notes) throws(ProfileError) in
            let address = try Formats.address.read(node, notes)
            guard !address.contains("#") else {
                throw ProfileError(
                    .wrongValue, at: node.position, "'\(address)' has a fragment, behind which no message would be sent"
                )
            }
            return address
        }
    }()

    /// Service providers by entity identifier.
    static let serviceProviders = Formats.map(of: "serviceProviders", serviceProviderFields.schema) {
        (entry, notes) throws(ProfileError) -> ServiceProviderRecord in
        let (key, node) = (entry.key, entry.value)
        guard !key.isExactly(ServiceConfiguration.default.entityID) else {
            throw ProfileError(
                .wrongValue, at: entry.position, "'\(key)' is the entitlement service, which every provider knows")
        }
        var record = ServiceProviderRecord(entityID: key, assertionConsumerServices: [], certificate: nil)
        try serviceProviderFields.read(node, into: &record, notes)
        guard !record.assertionConsumerServices.isEmpty else {
            throw ProfileError(
                .wrongValue, at: node.position, "'assertionConsumerServices' needs an address: answers go somewhere")
        }
        guard record.certificate != nil || record.verificationToken == .opaque else {
            throw ProfileError(
                .missingKey, at: node.position,
                "a service provider needs the key 'certificate', or 'verificationToken: opaque'")
        }
        return record
    }

    private static let serviceProviderFields = ObjectFormat<ServiceProviderRecord>(
        title: "a service provider",
        fields: [
            Field(
                "assertionConsumerServices", "Where its answers may go, by HTTP-POST; the first unless a request says.",
                Formats.list(Formats.address, of: "addresses"), required: true, into: \.assertionConsumerServices),
            Field(
                "singleLogoutService",
                "Where answers to its logout requests go, by HTTP-Redirect; null: it sends none.",
                redirectService.orNull, default: .null, into: \.singleLogoutService),
            Field(
                "certificate", "The certificate of its signatures, PEM; null: it signs nothing.", certificate.orNull,
                default: .null, into: \.certificate),
            Field(
                "verificationToken",
                "What its apps' verification tokens are; opaque: nothing that the provider looks at.",
                Formats.choice(ServiceProviderRecord.TokenForm.self), default: "signedRequest",
                into: \.verificationToken),
        ])

    /// An identity provider outside of the simulation.
    static let identityProvider = ObjectFormat<TrustedIdentityProvider>(
        title: "identityProvider",
        fields: [
            Field(
                "entityID", "Its entity id: the issuer of its answers.", Formats.line, required: true, into: \.entityID),
            Field(
                "singleSignOnService", "Where browsers are sent to sign in, by HTTP-Redirect.", redirectService,
                required: true
            ) { (address, provider, _, _) throws(ProfileError) in provider.singleSignOnService = address },
            Field(
                "singleLogoutService", "Where browsers are sent to sign out, by HTTP-Redirect; null: nowhere.",
                redirectService.orNull, default: .null, into: \.singleLogoutService),
            Field(
                "certificates", "The certificates of its signatures; PEM.",
                Formats.list(certificate, of: "certificates"),
                required: true, into: \.certificates),
        ]
    ).format(startingFrom: TrustedIdentityProvider(entityID: "", certificates: [], isElsewhere: true))
}
