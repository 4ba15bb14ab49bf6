import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// The HTTP-POST binding: a message in a form, which has its own signature (SAML Bindings 2.0, 3.5).
package enum PostBinding {
    /// Returns a form's fields as a query, with which a page can repeat them.
    package static func query(_ message: RedirectBinding.Message, _ content: String, relayState: String?) -> String {
        let fields = [(name: message.rawValue, value: content)]
        return FormCoding.encode(fields + (relayState.map { [(name: "RelayState", value: $0)] } ?? []))
    }

    /// Returns whether a query repeats a form: a signed query of HTTP-Redirect names its algorithm.
    package static func owns(_ query: String) -> Bool { FormCoding.decode(query)?.value("SigAlg") == nil }

    /// Reads the fields of a form without verifying the message's signature; do not trust its contents.
    ///
    /// - Throws: ``MessageError`` if a field is missing, repeated or malformed.
    package static func readUnsigned(
        _ message: RedirectBinding.Message, in query: String
    ) throws(MessageError) -> RedirectBinding.Received {
        guard let fields = FormCoding.decode(query), fields.repeatedName == nil else {
            throw MessageError("The form cannot be read: \([FormField].flaw(inPosted: Data(query.utf8))).")
        }
        guard let text = fields.value(message.rawValue) else {
            throw MessageError("The form has no \(message.rawValue): it has \(fields.shownNames).")
        }
        let relayState = fields.value("RelayState")
        guard relayState.map({ $0.utf8.count <= RedirectBinding.longestRelayState }) ?? true else {
            throw MessageError(
                "The relay state has more than \(RedirectBinding.longestRelayState) bytes: it has "
                    + "\(relayState?.utf8.count ?? 0).")
        }
        guard let octets = StrictBase64.octets(text) else {
            throw MessageError("The message is not valid Base64: it \(StrictBase64.flaw(in: text) ?? "is damaged").")
        }
        guard let xml = String(validating: octets, as: UTF8.self) else {
            let isCompressed = (try? Deflate.decompress(octets)) != nil
            throw MessageError(
                isCompressed
                    ? "The message is compressed: the HTTP-POST binding needs Base64 without DEFLATE."
                    : "The message is not UTF-8.")
        }
        return RedirectBinding.Received(xml: xml, relayState: relayState)
    }
}
