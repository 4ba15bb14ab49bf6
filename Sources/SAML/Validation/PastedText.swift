import Foundation
import TVSimXMLSecurity

/// Says what a text is that people paste instead of a SAML response.
///
/// The text is hostile: it is read in forward passes, and none of it is repeated but one character.
package enum PastedText {
    /// Returns the kind of a text that is neither XML nor Base64, as a clause.
    package static func reason(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        for name in ["SAMLResponse", "SAMLRequest", "RelayState"] {
            if start.hasPrefix(name + "=") || start.contains("&\(name)=") {
                return "it is a form (or query) with the field '\(name)': expected the value of 'SAMLResponse', decoded"
            }
        }
        if start.hasPrefix("http://") || start.hasPrefix("https://") { return "it is an address (URL)" }
        let lower = start.prefix(64).lowercased()
        if lower.hasPrefix("&lt;") { return "it is XML that is escaped for HTML ('&lt;'): expected '<'" }
        if lower.hasPrefix("%3c") { return "it is XML that is percent-encoded ('%3C'): expected '<'" }
        return StrictBase64.flaw(in: text).map { "it \($0)" } ?? "it has a byte order mark before the Base64"
    }

    /// Returns what the value of the form field `SAMLResponse` is instead of Base64, as a sentence; `nil` if it is Base64.
    package static func flaw(ofField value: String) -> String? {
        StrictBase64.flaw(in: value).map { "The form field 'SAMLResponse' \($0)." }
    }
}
