import Foundation

/// Puts enveloped signatures into XML that this package wrote: RSA-SHA256 over exclusive canonicalisation.
package enum EnvelopedSigner {
    /// Signs one element of a document, and returns the document with the signature in its place.
    ///
    /// - Parameters:
    ///   - before: The document up to the place of the signature.
    ///   - after: The rest of the document.
    ///   - id: The `ID` of the element in which the signature stands.
    ///   - identity: The key, and the certificate that `KeyInfo` shows.
    ///   - shownIdentity: Another identity whose certificate `KeyInfo` shows instead.
    /// - Throws: ``XMLError`` when the document cannot be read or the element has no canonical form.
    package static func sign(
        _ before: String, _ after: String, id: String, with identity: SigningIdentity,
        showing shownIdentity: SigningIdentity? = nil
    ) throws(XMLError) -> String {
        let tree = try XMLTree(Data((before + after).utf8))
        guard let element = find(id, in: try tree.root()) else {
            throw XMLError(.reference, "There is no element with the ID '\(id)' to sign.")
        }
        let digest = DigestAlgorithm.sha256.digest(try Canonicalizer.exclusive(element)).base64EncodedString()
        let signedInfo = Self.signedInfo(id: id, digest: digest, declaringNamespace: true)
        // Written canonically already, with the one namespace that is visibly used.
        let value = try identity.sign(Data(signedInfo.utf8)).base64EncodedString()
        let certificate = (shownIdentity ?? identity).certificateBase64
        let signature =
            #"<ds:Signature xmlns:ds="\#(XMLNamespace.signature)">"#
            + Self.signedInfo(id: id, digest: digest, declaringNamespace: false)
            + "<ds:SignatureValue>\(value)</ds:SignatureValue>"
            + "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data>"
            + "</ds:KeyInfo></ds:Signature>"
        return before + signature + after
    }

    private static func signedInfo(id: String, digest: String, declaringNamespace: Bool) -> String {
        let namespace = declaringNamespace ? #" xmlns:ds="\#(XMLNamespace.signature)""# : ""
        let exclusive = XMLNamespace.exclusiveC14N
        return "<ds:SignedInfo\(namespace)>"
            + #"<ds:CanonicalizationMethod Algorithm="\#(exclusive)"></ds:CanonicalizationMethod>"#
            + #"<ds:SignatureMethod Algorithm="\#(SignatureAlgorithm.rsaSHA256.rawValue)"></ds:SignatureMethod>"#
            + ##"<ds:Reference URI="#\##(id)"><ds:Transforms>"##
            + #"<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>"#
            + #"<ds:Transform Algorithm="\#(exclusive)"></ds:Transform></ds:Transforms>"#
            + #"<ds:DigestMethod Algorithm="\#(DigestAlgorithm.sha256.rawValue)"></ds:DigestMethod>"#
            + "<ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>"
    }

    private static func find(_ id: String, in element: XMLElement) -> XMLElement? {
        if element.attribute("ID") == id { return element }
        for child in element.children {
            if let found = find(id, in: child) { return found }
        }
        return nil
    }
}
