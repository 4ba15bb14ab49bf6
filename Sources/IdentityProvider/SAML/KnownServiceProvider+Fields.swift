import TVSimSAML
package import TVSimStructuredText

extension KnownServiceProvider: Named {
    package var name: String { entityID.rawValue }

    package init(named name: String) { self.init(entityID: EntityID(name)) }

    package func check(_ cursor: ValueCursor) throws(SourceError) {
        guard !assertionConsumerServices.isEmpty else {
            throw SourceError(
                .wrongValue, at: cursor.path, "'assertionConsumerServices' must contain at least one URL")
        }
        guard certificate != nil || verificationToken == .opaque else {
            throw SourceError(
                .missingKey, at: cursor.path,
                "a service provider needs the key 'certificate' or 'verificationToken: opaque'")
        }
    }

    package static let fields = ObjectFormat<KnownServiceProvider>(
        title: "a service provider", defaults: KnownServiceProvider(entityID: "example"),
        fields: [
            Field(
                "assertionConsumerServices",
                "The URLs that receive its responses by HTTP-POST. Default: the first, if a request names none.",
                Formats.list(Formats.address, of: "URLs"), required: true, into: \.assertionConsumerServices),
            Field(
                "singleLogoutService",
                "The URL that receives logout requests and responses by HTTP-Redirect; null if it has no logout.",
                Formats.redirectService.orNull, into: \.singleLogoutService),
            Field(
                "certificate", "The certificate that verifies its signatures, in PEM; null if it does not sign.",
                Formats.certificate.orNull, into: \.certificate),
            Field(
                "encryptionCertificate",
                "The certificate for which assertions in a browser are encrypted, in PEM or in the service provider's "
                    + "metadata; null for plain assertions.",
                Formats.encryptionCertificate.orNull, into: \.encryptionCertificate),
            Field(
                "verificationToken",
                "The form of its apps' verification tokens; the provider does not check opaque ones.",
                Formats.choice(KnownServiceProvider.TokenForm.self), into: \.verificationToken),
        ])

    /// Service providers by entity identifier, except the entitlement service, which every provider knows.
    static let map = Formats.map(
        of: "serviceProviders", fields.schema, write: { ($0.name, fields.write($0)) }
    ) { (entry, notes) throws(SourceError) -> KnownServiceProvider in
        notes.references.append(Reference(kind: .otherServiceProvider, name: entry.key, path: entry.path))
        var party = KnownServiceProvider(named: entry.key)
        try fields.read(entry.value, into: &party, notes)
        try party.check(entry.value)
        return party
    }
}
