package import Foundation
import TVSimCryptography

/// Adds enveloped signatures to XML that this package wrote, with exclusive canonicalisation.
///
/// The same parser and the same canonicalisation as at verification read the document. The document is not serialized
/// again: the signature is inserted and every other byte stays.
package enum EnvelopedSigner {
    /// Signs one element of a document, and returns the document with the signature inserted.
    ///
    /// - Parameters:
    ///   - before: The document up to the position of the signature.
    ///   - after: The rest of the document.
    ///   - id: The `ID` of the element that contains the signature.
    ///   - identity: The key, and the certificate for `KeyInfo` unless the recipe has another.
    ///   - recipe: The parameters of the signature, which can be wrong on purpose.
    /// - Returns: The document with one more signature.
    /// - Throws: ``XMLError`` if the document is unreadable, the element is missing or has no canonical form, or the
    ///   key cannot make the signature.
    package static func sign(
        _ before: String, _ after: String, id: String, with identity: SigningIdentity,
        recipe: SignatureRecipe = SignatureRecipe()
    ) throws(XMLError) -> String {
        before + (try signature(in: Data((before + after).utf8), id: id, with: identity, recipe: recipe)) + after
    }

    /// Creates the signature of one element of a document without a signature; without an `ID`, of its top element.
    ///
    /// - Parameters:
    ///   - document: The document that the signature will be inserted into.
    ///   - id: The `ID` of the element that will contain the signature.
    ///   - identity: The key, and the certificate for `KeyInfo` unless the recipe has another.
    ///   - recipe: The parameters of the signature, which can be wrong on purpose.
    /// - Returns: The signature, as XML.
    /// - Throws: ``XMLError``, as ``sign(_:_:id:with:recipe:)`` does.
    package static func signature(
        in document: Data, id: String?, with identity: SigningIdentity, recipe: SignatureRecipe = SignatureRecipe()
    ) throws(XMLError) -> String {
        var digest = try digest(in: document, id: id, recipe: recipe)
        if recipe.corruptsDigest { digest[digest.startIndex] ^= 1 }
        // Written in canonical form with the one used namespace, or inclusively with all namespaces in scope.
        let content = signedInfoContent(id: id ?? "", digest: digest.base64EncodedString(), recipe)
        let signedInfo = element(content, ["ds": XMLNamespace.signature])
        let around = recipe.inclusiveNamespaces ?? [:]
        let octets = Data(element(content, around.merging(["ds": XMLNamespace.signature]) { $1 }).utf8)
        var value =
            if let secret = recipe.hmacSecret {
                Hash.sha256.authenticationCode(of: octets, key: secret)
            } else if recipe.signsByMD5 {
                try identity.signByMD5(octets)
            } else {
                try identity.sign(octets, algorithm: recipe.algorithm)
            }
        if recipe.corruptsSignature { value[value.startIndex] ^= 1 }
        return #"<ds:Signature xmlns:ds="\#(XMLNamespace.signature)">"# + signedInfo
            + "<ds:SignatureValue>\(value.base64EncodedString())</ds:SignatureValue>"
            + keyInfo(recipe, identity) + "</ds:Signature>"
    }

    /// Returns the digest of one element of a document as its signature contains it; without an `ID`, of its top
    /// element.
    ///
    /// - Throws: ``XMLError``, as ``sign(_:_:id:with:recipe:)`` does.
    package static func digest(
        in document: Data, id: String?, recipe: SignatureRecipe = SignatureRecipe()
    ) throws(XMLError) -> Data {
        let top = try XMLTree(document, limits: .ownText).root()
        let found: XMLElement? = if let id { find(id, in: top) } else { top }
        guard let element = found else {
            throw XMLError(.reference, "The document has no element with the ID '\(id ?? "")' to sign.")
        }
        let method: CanonicalizationMethod =
            recipe.omitsCanonicalization ? .inclusive : .exclusive(prefixes: recipe.inclusivePrefixes)
        let octets = try Canonicalizer.octets(of: element, method)
        return recipe.digestAlgorithm.digest(of: recipe.digestsNothing ? Data() : octets)
    }

    private static func keyInfo(_ recipe: SignatureRecipe, _ identity: SigningIdentity) -> String {
        let certificate: String
        switch recipe.keyInfo {
        case .ownCertificate: certificate = identity.certificateBase64
        case .certificate(let other): certificate = other.derBytes.base64EncodedString()
        case .absent: return ""
        case .written(let content): return "<ds:KeyInfo>\(content)</ds:KeyInfo>"
        }
        return "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data>"
            + "</ds:KeyInfo>"
    }

    private static func element(_ content: String, _ namespaces: [String: String]) -> String {
        let declarations = namespaces.sorted { $0.key < $1.key }.map { prefix, name in
            #" xmlns:\#(prefix)="\#(XMLEscaping.escape(name))""#
        }
        return "<ds:SignedInfo\(declarations.joined())>\(content)</ds:SignedInfo>"
    }

    private static func signedInfoContent(id: String, digest: String, _ recipe: SignatureRecipe) -> String {
        let canonicalization =
            recipe.claimedCanonicalization
            ?? (recipe.inclusiveNamespaces == nil ? XMLNamespace.exclusiveC14N : XMLNamespace.inclusiveC14N)
        let usual =
            [XMLNamespace.envelopedSignature] + (recipe.omitsCanonicalization ? [] : [XMLNamespace.exclusiveC14N])
        let transforms = recipe.claimedTransforms ?? usual
        let uri = recipe.omitsReferenceURI ? "" : #" URI="\#(XMLEscaping.escape(recipe.referenceURI ?? "#" + id))""#
        let reference =
            "<ds:Reference\(uri)><ds:Transforms>"
            + transforms.map { transform($0, recipe) }.joined() + "</ds:Transforms>"
            + #"<ds:DigestMethod Algorithm="\#(recipe.digestAlgorithm.rawValue)"></ds:DigestMethod>"#
            + String(repeating: "<ds:DigestValue>\(digest)</ds:DigestValue>", count: recipe.digestValues)
            + "</ds:Reference>"
        return #"<ds:CanonicalizationMethod Algorithm="\#(canonicalization)"></ds:CanonicalizationMethod>"#
            + #"<ds:SignatureMethod Algorithm="\#(recipe.claimedAlgorithm ?? recipe.algorithm.rawValue)">"#
            + "</ds:SignatureMethod>" + String(repeating: reference, count: recipe.references)
    }

    private static func transform(_ name: String, _ recipe: SignatureRecipe) -> String {
        var parameters = recipe.transformContents[name] ?? ""
        if name == XMLNamespace.exclusiveC14N, !recipe.inclusivePrefixes.isEmpty {
            let list = XMLEscaping.escape(recipe.inclusivePrefixes.joined(separator: " "))
            parameters =
                #"<ec:InclusiveNamespaces xmlns:ec="\#(name)" PrefixList="\#(list)"></ec:InclusiveNamespaces>"#
        }
        return #"<ds:Transform Algorithm="\#(name)">\#(parameters)</ds:Transform>"#
    }

    private static func find(_ id: String, in element: XMLElement) -> XMLElement? {
        if element.attribute("ID") == id { return element }
        for child in element.children {
            if let found = find(id, in: child) { return found }
        }
        return nil
    }
}
