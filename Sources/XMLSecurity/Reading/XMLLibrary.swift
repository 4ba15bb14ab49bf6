import CLibXML2

/// Prepares libxml2 once for the process, before the first thread uses it.
enum XMLLibrary {
    private static let prepared: Void = xmlInitParser()

    static func prepare() {
        _ = prepared
    }
}

/// The XML namespaces that this room knows.
package enum XMLNamespace {
    /// XML Signature.
    package static let signature = "http://www.w3.org/2000/09/xmldsig#"
    /// Exclusive canonicalisation without comments.
    package static let exclusiveC14N = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// Inclusive canonicalisation without comments, version 1.0.
    package static let inclusiveC14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
    /// The transform that takes the signature itself away.
    package static let envelopedSignature = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    /// XML Encryption.
    package static let encryption = "http://www.w3.org/2001/04/xmlenc#"
    /// What version 1.1 added to XML Encryption.
    package static let encryption11 = "http://www.w3.org/2009/xmlenc11#"
}
