import Identifiers
import SAML
package import Settings
package import StructuredText

extension KnownServiceProvider: Named {
    package var name: String { entityID.rawValue }

    package init(named name: String) { self.init(entityID: EntityID(name)) }

    package func check(_ node: SourceNode) throws(SourceError) {
        guard !assertionConsumerServices.isEmpty else {
            throw SourceError(
                .wrongValue, at: node.position, "'assertionConsumerServices' needs an address: answers go somewhere")
        }
        guard certificate != nil || verificationToken == .opaque else {
            throw SourceError(
                .missingKey, at: node.position,
                "a service provider needs the key 'certificate', or 'verificationToken: opaque'")
        }
    }

    package static let fields = ObjectFormat<KnownServiceProvider>(
        title: "a service provider", defaults: KnownServiceProvider(entityID: "example"),
        fields: [
            Field(
                "assertionConsumerServices", "Where its answers may go, by HTTP-POST; the first unless a request says.",
                Formats.list(Formats.address, of: "addresses"), required: true, into: \.assertionConsumerServices),
            Field(
                "singleLogoutService",
                "Where answers to its logout requests go, by HTTP-Redirect; null: it sends none.",
                Formats.redirectService.orNull, into: \.singleLogoutService),
            Field(
                "certificate", "The certificate of its signatures, PEM; null: it signs nothing.",
                Formats.certificate.orNull, into: \.certificate),
            Field(
                "verificationToken",
                "What its apps' verification tokens are; opaque: nothing that the provider looks at.",
                Formats.choice(KnownServiceProvider.TokenForm.self), into: \.verificationToken),
        ])

    /// Service providers by entity identifier, except the entitlement service, which every provider knows.
    static let map = Formats.map(
        of: "serviceProviders", fields.schema, write: { ($0.name, fields.write($0)) }
    ) { (entry, notes) throws(SourceError) -> KnownServiceProvider in
        notes.references.append(
            Reference(kind: .otherServiceProvider, name: entry.key, position: entry.position))
        var party = KnownServiceProvider(named: entry.key)
        try fields.read(entry.value, into: &party, notes)
        try party.check(entry.value)
        return party
    }
}
