import Foundation

/// The contents of an enveloped signature in the one form that SAML allows.
///
/// Each part occurs once and in order. The only reference is to the signature's own parent, with exactly the enveloped
/// and a canonicalizing transform, and without objects. SAML Core 2.0, 5.4; XML Signature 1.1, 4.
struct SignatureFacts {
    let signedInfo: XMLElement
    let signedInfoMethod: CanonicalizationMethod
    let algorithm: SignatureAlgorithm
    let signatureValue: Data
    let referenceMethod: CanonicalizationMethod
    let digestAlgorithm: DigestAlgorithm
    let digestValue: Data
    /// The signature's `KeyInfo`, which is never trusted; `nil` if it is missing.
    let keyInfo: XMLElement?

    init(_ signature: XMLElement, parent: XMLElement, allowingSHA1: Bool) throws(XMLError) {
        let parts = signature.children
        guard (2...3).contains(parts.count), parts[0].isNamed("SignedInfo", XMLNamespace.signature),
            parts[1].isNamed("SignatureValue", XMLNamespace.signature),
            parts.count == 2 || parts[2].isNamed("KeyInfo", XMLNamespace.signature)
        else {
            throw XMLError(
                .structure, "A signature does not consist of SignedInfo, SignatureValue and at most one KeyInfo.")
        }
        signedInfo = parts[0]
        let info = signedInfo.children
        guard info.count == 3, info[0].isNamed("CanonicalizationMethod", XMLNamespace.signature),
            info[1].isNamed("SignatureMethod", XMLNamespace.signature),
            info[2].isNamed("Reference", XMLNamespace.signature)
        else {
            throw XMLError(.reference, "SignedInfo does not consist of its two methods and exactly one Reference.")
        }
        signedInfoMethod = try Self.canonicalization(info[0])
        algorithm = try Self.signatureAlgorithm(info[1], allowingSHA1: allowingSHA1)
        signatureValue = try Self.bytes(parts[1], "SignatureValue")

        let reference = info[2]
        try Self.checkTarget(reference.attribute("URI"), parent: parent)
        let pieces = reference.children
        guard pieces.count == 3, pieces[0].isNamed("Transforms", XMLNamespace.signature),
            pieces[1].isNamed("DigestMethod", XMLNamespace.signature),
            pieces[2].isNamed("DigestValue", XMLNamespace.signature)
        else {
            throw XMLError(.reference, "A Reference does not consist of Transforms, DigestMethod and DigestValue.")
        }
        let transforms = pieces[0].children
        guard transforms.count == 2, transforms.allSatisfy({ $0.isNamed("Transform", XMLNamespace.signature) }),
            transforms[0].attribute("Algorithm") == XMLNamespace.envelopedSignature, transforms[0].children.isEmpty
        else {
            throw XMLError(
                .reference, "The transforms are not the enveloped signature, then a canonicalization.")
        }
        referenceMethod = try Self.canonicalization(transforms[1])
        digestAlgorithm = try Self.digestAlgorithm(pieces[1], allowingSHA1: allowingSHA1)
        digestValue = try Self.bytes(pieces[2], "DigestValue")
        keyInfo = parts.count == 3 ? parts[2] : nil
    }

    /// The reference must name the signature's own parent.
    ///
    /// The whole document is allowed only if the parent is the root.
    private static func checkTarget(_ uri: String?, parent: XMLElement) throws(XMLError) {
        if uri?.isEmpty == true, parent == parent.tree.root() { return }
        guard let uri, let id = parent.attribute("ID"), uri.utf8.elementsEqual("#\(id)".utf8) else {
            throw XMLError(.reference, "The Reference does not refer to the parent of the signature.")
        }
    }

    private static func canonicalization(_ method: XMLElement) throws(XMLError) -> CanonicalizationMethod {
        switch method.attribute("Algorithm") {
        case XMLNamespace.exclusiveC14N: return .exclusive(prefixes: try exclusivePrefixes(method))
        case XMLNamespace.inclusiveC14N:
            try refuseParameters(method)
            return .inclusive
        case XMLNamespace.inclusiveC14N11:
            try refuseParameters(method)
            return .inclusive11
        case let other:
            throw XMLError(.algorithm, "The canonicalization '\(other ?? "")' is not accepted.")
        }
    }

    private static func exclusivePrefixes(_ method: XMLElement) throws(XMLError) -> [String] {
        let children = method.children
        guard let inclusive = children.first else { return [] }
        guard children.count == 1, inclusive.isNamed("InclusiveNamespaces", XMLNamespace.exclusiveC14N),
            inclusive.children.isEmpty
        else {
            throw XMLError(
                .reference, "A canonicalization method may contain only one InclusiveNamespaces, without children.")
        }
        let prefixes = (inclusive.attribute("PrefixList") ?? "").split(whereSeparator: \.isWhitespace)
        guard prefixes.count <= XMLLimits.prefixes else {
            throw XMLError(.size, "A canonicalization lists more than \(XMLLimits.prefixes) prefixes.")
        }
        // "#default" is passed on unchanged, because libxml2 supports it.
        return prefixes.map(String.init)
    }

    private static func signatureAlgorithm(
        _ method: XMLElement, allowingSHA1: Bool
    ) throws(XMLError) -> SignatureAlgorithm {
        let name = method.attribute("Algorithm") ?? ""
        guard let algorithm = SignatureAlgorithm(rawValue: name) else {
            throw XMLError(.algorithm, "The signature algorithm '\(name)' is not accepted.")
        }
        try refuseParameters(method)
        guard algorithm.digest != .sha1 || allowingSHA1 else {
            throw XMLError(.algorithm, "SHA-1 signatures are not allowed.")
        }
        return algorithm
    }

    private static func digestAlgorithm(
        _ method: XMLElement, allowingSHA1: Bool
    ) throws(XMLError) -> DigestAlgorithm {
        let name = method.attribute("Algorithm") ?? ""
        guard let algorithm = DigestAlgorithm(rawValue: name) else {
            throw XMLError(.algorithm, "The digest algorithm '\(name)' is not accepted.")
        }
        try refuseParameters(method)
        guard algorithm != .sha1 || allowingSHA1 else {
            throw XMLError(.algorithm, "SHA-1 digests are not allowed.")
        }
        return algorithm
    }

    /// Rejects parameters: no accepted algorithm has any.
    private static func refuseParameters(_ method: XMLElement) throws(XMLError) {
        guard let parameter = method.children.first else { return }
        throw XMLError(
            .algorithm, "<\(method.name)> has the parameter <\(parameter.name)>, but its algorithm has no parameters.")
    }

    /// Returns the bytes of a Base64 text.
    ///
    /// A comment inside is rejected, because the signed bytes would not contain it.
    private static func bytes(_ element: XMLElement, _ name: String) throws(XMLError) -> Data {
        guard !element.holdsComment, let data = StrictBase64.octets(try element.text()) else {
            throw XMLError(.structure, "\(name) is not only Base64 text.")
        }
        return data
    }
}
