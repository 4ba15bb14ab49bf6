import EntitlementAPI
import Identifiers
import SAML
package import Settings
import StructuredText

/// The keys of `service` in a profile, which are also the stored document of the service.
extension ServiceConfiguration: Described {
    package static let fields = ObjectFormat<ServiceConfiguration>(
        title: "service", defaults: ServiceConfiguration(),
        fields: [
            Field(
                "requestors", "The requestors by id.", Formats.map(of: "requestors"), documentsDefault: false,
                into: \.requestors),
            Field(
                "throttling", "How many requests a device may make; null: any number.", Throttle.fields.format.orNull,
                into: \.throttle),
            Field(
                "partnerRequestID",
                "The ID of every SAML request for Apple's framework, so that responses written beforehand answer it; "
                    + "null: each has one of its own.", ServiceFormat.xmlIdentifier.orNull, into: \.partnerRequestID),
            Field("accessTokenTTL", "How long an access token lives.", Formats.duration, into: \.accessTokenTTL),
        ])
}

extension Throttle: Described {
    package static let fields = ObjectFormat<Throttle>(
        title: "throttling", defaults: Throttle(),
        fields: [
            Field(
                "requestsPerSecond", "How many requests each second allows.", Formats.count(in: Throttle.rates),
                into: \.requestsPerSecond),
            Field(
                "burst", "How many requests beyond them a device has, once.", Formats.count(in: Throttle.bursts),
                into: \.burst),
        ])
}

extension ServiceConfiguration.Requestor: Named {
    package var name: String { id.rawValue }

    package init(named name: String) { self.init(id: RequestorID(name)) }

    package static let fields = ObjectFormat<ServiceConfiguration.Requestor>(
        title: "a requestor", defaults: ServiceConfiguration.Requestor(id: "example"),
        fields: [
            Field(
                "integrations", "The MVPDs by id, in the order of dialogs.",
                Formats.map(of: "integrations"), documentsDefault: false, into: \.integrations),
            Field(
                "certificate", "The certificate for whose key user metadata is encrypted; PEM.",
                Formats.certificate.orNull, into: \.certificate),
            Field(
                "encryptedMetadata",
                "The keys of user metadata that are encrypted; null: zip and encryptedZip, left out without a certificate.",
                Formats.list(Formats.line, of: "keys").orNull, into: \.encryptedMetadata),
            Field(
                "serviceTokenCertificate", "The certificate of the identity service that signs AD-Service-Token; PEM.",
                Formats.certificate.orNull, into: \.serviceTokenCertificate),
            Field(
                "enhancedErrors", "Whether the SDK's preauthorize tells why a resource may not be watched.",
                Formats.boolean, into: \.enhancedErrors),
            Field(
                "domains", "The domains at which apps may be redirected; none: anywhere.",
                Formats.list(ServiceFormat.domain, of: "domains"), into: \.domains),
        ])
}

private enum ServiceFormat {
    static let xmlIdentifier = Formats.text.checked(["pattern": "^[A-Za-z_][A-Za-z0-9_.-]*$"]) {
        (text, node) throws(SourceError) in
        guard ServiceConfiguration.isXMLIdentifier(text) else {
            throw SourceError(
                .wrongValue, at: node.position,
                "'\(text)' is no ID of XML: a letter or '_', then letters, digits, '_', '.' and '-'")
        }
    }

    static let domain = Formats.text.checked(["pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"]) {
        (text, node) throws(SourceError) in
        guard text.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*/) != nil else {
            throw SourceError(
                .wrongValue, at: node.position,
                "'\(text)' is no domain: letters, digits and hyphens in parts joined by dots, such as example.com")
        }
    }
}
