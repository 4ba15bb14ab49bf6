package import Settings
import StructuredText
import XMLSecurity

extension Formats {
    /// A PEM certificate with a usable key.
    package static let certificate = text.checked(["pattern": "-----BEGIN CERTIFICATE-----"]) {
        (text, cursor) throws(SourceError) in
        do throws(XMLError) {
            _ = try TrustedCertificate(pem: text)
        } catch {
            throw SourceError(.wrongValue, at: cursor.path, error.description)
        }
    }

    /// A URL of the HTTP-Redirect binding, without a fragment, because messages are added to its query (SAML Bindings
    /// 2.0, 3.4).
    package static let redirectService = address.checked(["not": ["pattern": "#"]]) {
        (address, cursor) throws(SourceError) in
        guard !address.contains("#") else {
            throw SourceError(
                .wrongValue, at: cursor.path, "invalid address '\(address)': expected a URL without a fragment")
        }
    }
}
