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

    init(
        _ signature: XMLElement, parent: XMLElement, allowingSHA1: Bool, _ omissions: Set<SignatureOmission> = []
    ) throws(XMLError) {
        let parts = signature.children
        guard (2...3).contains(parts.count), parts[0].isNamed("SignedInfo", XMLNamespace.signature),
            parts[1].isNamed("SignatureValue", XMLNamespace.signature),
            parts.count == 2 || parts[2].isNamed("KeyInfo", XMLNamespace.signature)
        else {
            throw XMLError(
                .structure,
                "A signature does not consist of SignedInfo, SignatureValue and at most one KeyInfo, but of "
                    + "\(Self.names(parts)).")
        }
        signedInfo = parts[0]
        let info = signedInfo.children
        guard info.count == 3, info[0].isNamed("CanonicalizationMethod", XMLNamespace.signature),
            info[1].isNamed("SignatureMethod", XMLNamespace.signature),
            info[2].isNamed("Reference", XMLNamespace.signature)
        else {
            throw XMLError(
                .reference,
                "SignedInfo does not consist of its two methods and exactly one Reference, but of \(Self.names(info)).")
        }
        signedInfoMethod = try Self.canonicalization(info[0])
        algorithm = try Self.signatureAlgorithm(info[1], allowingSHA1: allowingSHA1)
        signatureValue = try Self.bytes(parts[1], "SignatureValue")

        let reference = info[2]
        try Self.checkTarget(reference.attribute("URI"), parent: parent, omissions)
        let pieces = reference.children
        guard pieces.count == 3, pieces[0].isNamed("Transforms", XMLNamespace.signature),
            pieces[1].isNamed("DigestMethod", XMLNamespace.signature),
            pieces[2].isNamed("DigestValue", XMLNamespace.signature)
        else {
            throw XMLError(
                .reference,
                "A Reference does not consist of Transforms, DigestMethod and DigestValue, but of \(Self.names(pieces))."
            )
        }
        referenceMethod = try Self.referenceMethod(pieces[0].children, omissions)
        digestAlgorithm = try Self.digestAlgorithm(pieces[1], allowingSHA1: allowingSHA1)
        digestValue = try Self.bytes(pieces[2], "DigestValue")
        keyInfo = parts.count == 3 ? parts[2] : nil
    }

    /// Returns the names of a few elements, for messages.
    private static func names(_ elements: [XMLElement]) -> String {
        let names = elements.prefix(8).map { "<\($0.name.prefix(64))>" }.joined(separator: ", ")
        return elements.isEmpty ? "nothing" : names + (elements.count > 8 ? " and more" : "")
    }

    /// Reads the transforms: the enveloped signature, then a canonicalization.
    private static func referenceMethod(
        _ transforms: [XMLElement], _ omissions: Set<SignatureOmission>
    ) throws(XMLError) -> CanonicalizationMethod {
        let names = transforms.map { "'\($0.attribute("Algorithm") ?? "")'" }.joined(separator: ", ")
        let isImplicit = transforms.count == 1
        guard (1...2).contains(transforms.count),
            transforms.allSatisfy({ $0.isNamed("Transform", XMLNamespace.signature) }),
            transforms[0].attribute("Algorithm") == XMLNamespace.envelopedSignature, transforms[0].children.isEmpty,
            !isImplicit || omissions.contains(.canonicalization)
        else {
            let isOnlyOmission =
                isImplicit && transforms[0].attribute("Algorithm") == XMLNamespace.envelopedSignature
                && transforms[0].children.isEmpty
            throw XMLError(
                .reference,
                "The transforms are not the enveloped signature, then a canonicalization, but "
                    + "\(names.isEmpty ? "missing" : names).",
                expected: "\(XMLNamespace.envelopedSignature) \(XMLNamespace.exclusiveC14N)",
                actual: transforms.compactMap { $0.attribute("Algorithm") }.joined(separator: " "),
                omission: isOnlyOmission ? .canonicalization : nil)
        }
        return isImplicit ? .inclusive : try canonicalization(transforms[1])
    }

    /// The reference must name the signature's own parent by its ID (SAML Core 2.0, 5.4.2).
    ///
    /// The whole document can be accepted only if the parent is the root.
    private static func checkTarget(
        _ uri: String?, parent: XMLElement, _ omissions: Set<SignatureOmission>
    ) throws(XMLError) {
        let isRoot = parent == parent.tree.root()
        let omission: SignatureOmission? = !isRoot ? nil : uri == nil ? .uri : uri == "" ? .emptyURI : nil
        if let omission, omissions.contains(omission) { return }
        let id = parent.attribute("ID")
        guard let uri, let id, uri.utf8.elementsEqual("#\(id)".utf8) else {
            throw XMLError(
                .reference,
                "The Reference does not refer to the parent of the signature: its URI is "
                    + "\(uri.map { "'\($0)'" } ?? "missing"), the ID of <\(parent.name)> is \(id.map { "'\($0)'" } ?? "missing").",
                expected: id.map { "#" + $0 }, actual: uri, omission: omission)
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
            throw XMLError(
                .algorithm,
                "The canonicalization '\(other ?? "")' is not accepted: expected the exclusive or the inclusive one, "
                    + "without comments.", expected: XMLNamespace.exclusiveC14N, actual: other)
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

    private static let signatureAlgorithms = "expected RSA, RSA-PSS (MGF1) or ECDSA with SHA-256, SHA-384 or SHA-512"

    private static func signatureAlgorithm(
        _ method: XMLElement, allowingSHA1: Bool
    ) throws(XMLError) -> SignatureAlgorithm {
        let name = method.attribute("Algorithm") ?? ""
        guard let algorithm = SignatureAlgorithm(rawValue: name) else {
            let rule = name.contains("#hmac-") ? "a secret key is never accepted" : Self.signatureAlgorithms
            throw XMLError(
                .algorithm, "The signature algorithm '\(name)' is not accepted: \(rule).",
                expected: SignatureAlgorithm.rsaSHA256.rawValue, actual: name)
        }
        try refuseParameters(method)
        guard algorithm.digest != .sha1 || allowingSHA1 else {
            throw XMLError(
                .algorithm, "The signature algorithm '\(name)' has SHA-1, which is not allowed.",
                expected: SignatureAlgorithm.rsaSHA256.rawValue, actual: name, weakness: .sha1)
        }
        return algorithm
    }

    private static func digestAlgorithm(
        _ method: XMLElement, allowingSHA1: Bool
    ) throws(XMLError) -> DigestAlgorithm {
        let name = method.attribute("Algorithm") ?? ""
        guard let algorithm = DigestAlgorithm(rawValue: name) else {
            throw XMLError(
                .algorithm, "The digest algorithm '\(name)' is not accepted: expected SHA-256, SHA-384 or SHA-512.",
                expected: DigestAlgorithm.sha256.rawValue, actual: name)
        }
        try refuseParameters(method)
        guard algorithm != .sha1 || allowingSHA1 else {
            throw XMLError(
                .algorithm, "The digest algorithm '\(name)' is SHA-1, which is not allowed.",
                expected: DigestAlgorithm.sha256.rawValue, actual: name, weakness: .sha1)
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
        guard !element.holdsComment else {
            throw XMLError(.structure, "\(name) is not only Base64 text: it has a comment.")
        }
        let text = try element.text()
        guard let data = StrictBase64.octets(text) else {
            throw XMLError(
                .structure, "\(name) is not only Base64 text: it \(StrictBase64.flaw(in: text) ?? "is damaged").")
        }
        return data
    }
}
