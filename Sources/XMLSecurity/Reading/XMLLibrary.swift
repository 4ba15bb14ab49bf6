import CTVSimLibXML2

/// Initializes libxml2 once per process, before the first thread uses it.
enum XMLLibrary {
    private static let prepared: Void = xmlInitParser()

    static func prepare() {
        _ = prepared
    }
}

/// The XML namespaces and algorithm identifiers that this module uses.
package enum XMLNamespace {
    /// XML Signature.
    package static let signature = "http://www.w3.org/2000/09/xmldsig#"
    /// Exclusive canonicalisation without comments.
    package static let exclusiveC14N = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// Inclusive canonicalisation without comments, version 1.0.
    package static let inclusiveC14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
    /// Inclusive canonicalisation without comments, version 1.1.
    package static let inclusiveC14N11 = "http://www.w3.org/2006/12/xml-c14n11"
    /// The transform that removes the signature itself.
    package static let envelopedSignature = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    /// XML Encryption.
    package static let encryption = "http://www.w3.org/2001/04/xmlenc#"
    /// The additions of XML Encryption 1.1.
    package static let encryption11 = "http://www.w3.org/2009/xmlenc11#"
}
