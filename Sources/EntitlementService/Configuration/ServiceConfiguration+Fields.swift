import TVSimEntitlementAPI
package import TVSimStructuredText

/// The keys of `service` in a profile, which are also the stored document of the service.
extension ServiceConfiguration: TableDescribed {
    package static let fields = ObjectFormat<ServiceConfiguration>(
        title: "service", defaults: ServiceConfiguration(),
        fields: [
            Field(
                "requestors", "The requestors by id.", Formats.map(of: "requestors"), documentsDefault: false,
                into: \.requestors),
            Field(
                "throttling", "The rate limit of a device: documented, or numbers of your own; null for no limit.",
                Throttle.format.orNull, into: \.throttle),
            SAMLServiceFields.partnerRequestID,
            Field(
                "strictDeviceInformation",
                "Whether the service rejects an X-Device-Info that is not a JSON object in Base64, and a registration "
                    + "without the header, as the reference describes. The real service accepts both.",
                Formats.boolean, into: \.strictDeviceInformation),
            Field("accessTokenTTL", "The lifetime of an access token.", Formats.duration, into: \.accessTokenTTL),
            SAMLServiceFields.strictInstants,
            SAMLServiceFields.clockSkew,
            SAMLServiceFields.allowed,
            Field(
                "checksDevice",
                "Whether the service rejects an AP-Partner-Framework-Status that the simulated device would not give at "
                    + "that moment. The real service cannot know.", Formats.boolean, into: \.checksDevice),
            Field(
                "checksDomains",
                "Whether the domains of a requestor also guard the domainName and the redirectUrl of its sessions.",
                Formats.boolean, unless: false, into: \.checksDomains),
            Field(
                "appsWithoutV2",
                "The apps whose software statements have no scope for REST API V2: their requests are refused.",
                Formats.list(Formats.line, of: "apps"), unless: [], into: \.appsWithoutV2),
        ])
}

extension Throttle: TableDescribed {
    package static let fields = ObjectFormat<Throttle>(
        title: "throttling", defaults: Throttle(),
        fields: [
            Field(
                "requestsPerSecond", "The number of requests per second.", Formats.count(in: Throttle.rates),
                into: \.requestsPerSecond),
            Field(
                "burst", "The total number of requests that a device may send beyond that rate.",
                Formats.count(in: Throttle.bursts),
                into: \.burst),
        ])

    /// Two numbers, or the name of the vendor's limits: one request per second and a burst of ten.
    static let format = Format<Throttle>(
        ["anyOf": [["enum": ["documented"]], .object(fields.format.schema)]], write: fields.format.write
    ) { (cursor, notes) throws(SourceError) in
        switch cursor.value {
        case .object:
            return try fields.format.read(cursor, notes)
        case .string("documented"):
            return Throttle()
        default:
            var hint: String?
            if case .string(let text) = cursor.value { hint = Suggestion.closest(to: text, among: ["documented"]) }
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid rate limit: expected documented, a mapping such as {requestsPerSecond: 1, burst: 10}, or null "
                    + "for none", suggestion: hint)
        }
    }
}

extension ServiceConfiguration.Requestor: Named {
    package var name: String { id.rawValue }

    package init(named name: String) { self.init(id: RequestorID(name)) }

    /// Rejects an application profile that changes an MVPD which the requestor does not have.
    package func check(_ cursor: ValueCursor) throws(SourceError) {
        let known = integrations.map(\.mvpd.rawValue)
        for profile in applicationProfiles {
            let changed = cursor["applicationProfiles"]?[profile.name]
            for change in profile.changes.map(\.mvpd.rawValue) where !known.contains(change) {
                let hint = Suggestion.closest(to: change, among: known)
                let listed =
                    known.isEmpty ? ", which has no integrations" : " (known: \(known.joined(separator: ", ")))"
                throw SourceError(
                    .wrongValue, at: changed.map { .key(change, of: $0.path) } ?? cursor.path,
                    "'\(change)' is not an MVPD of requestor '\(name)'" + (hint == nil ? listed : ""), suggestion: hint)
            }
        }
    }

    package static let fields = ObjectFormat<ServiceConfiguration.Requestor>(
        title: "a requestor", defaults: ServiceConfiguration.Requestor(id: "example"),
        fields: [
            Field(
                "integrations", "The MVPDs by id, in the order of dialogs.",
                Formats.map(of: "integrations"), documentsDefault: false, into: \.integrations),
            Field(
                "certificate", "The PEM certificate whose key encrypts user metadata.",
                PinnedCertificates.format.orNull, into: \.certificate),
            Field(
                "encryptedMetadata",
                "The keys of encrypted user metadata; null for zip and encryptedZip, omitted without a certificate.",
                Formats.list(Formats.line, of: "keys").orNull, into: \.encryptedMetadata),
            Field(
                "serviceTokenCertificate", "The PEM certificate of the identity service that signs AD-Service-Token.",
                PinnedCertificates.format.orNull, into: \.serviceTokenCertificate),
            Field(
                "enhancedErrors", "Whether the SDK's preauthorize gives the reason of a denial.",
                Formats.boolean, into: \.enhancedErrors),
            Field(
                "domains", "The domains of valid redirect URLs; empty for every domain.",
                Formats.list(ServiceFormat.domain, of: "domains"), into: \.domains),
            Field(
                "applicationProfiles",
                "Variants of the configuration by name: the changed settings of integrations, by MVPD. An app selects "
                    + "one with the option applicationProfile or the query parameter profile.",
                ApplicationProfile.formats, into: \.applicationProfiles),
        ])
}

private enum ServiceFormat {
    static let domain = Formats.text.checked(["pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"]) {
        (text, cursor) throws(SourceError) in
        guard text.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*/) != nil else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid domain '\(text)': expected letters, digits and hyphens, separated by dots, as in 'example.com'"
            )
        }
    }
}
