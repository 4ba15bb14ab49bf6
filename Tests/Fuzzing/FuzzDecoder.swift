import Foundation
import TVSimSAML
import TVSimXMLSecurity

/// Decodes the input as each kind of untrusted data.
///
/// These are Base64, a query with DEFLATE, requests and their rules, times, certificates, keys, and a response that is
/// inspected but not validated, also in a form in which people copy it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let octets = Data(bytes: bytes, count: count)
    _ = try? ResponseInput.decode(octets)
    _ = try? ResponseInspection(octets)
    _ = try? ResponseInspection(pasted: octets)
    _ = StrictBase64.octets(octets)
    _ = try? TrustedCertificate(der: octets)
    let text = String(decoding: octets, as: UTF8.self)
    _ = try? AuthnRequest(unverifiedXML: text)
    _ = try? AttributeQuery(xml: text)
    _ = RequestRules.violation(of: text, at: Date(timeIntervalSince1970: 1_767_225_600), tolerance: 300)
    _ = try? TrustedCertificate.all(in: text)
    _ = try? DecryptionKey.all(pem: text)
    _ = SAMLInstant.parse(text).map(SAMLInstant.format)
    // Escaped text must be well-formed XML.
    if count < 2000 {
        let escaped = XMLEscaping.escape(text)
        precondition((try? XMLTree(Data("<a b=\"\(escaped)\">\(escaped)</a>".utf8))) != nil)
    }
    let message = octets.base64EncodedString().replacingOccurrences(of: "+", with: "%2B")
    _ = try? RedirectBinding.read(.request, in: text, signedBy: [])
    _ = try? RedirectBinding.readUnsigned(.response, in: "SAMLResponse=\(message)&" + text)
    return 0
}
