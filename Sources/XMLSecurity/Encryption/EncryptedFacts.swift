import Foundation

/// The contents of an encrypted element in the one accepted form.
///
/// It contains one `EncryptedData`. The content's key is wrapped once for each recipient, in its `KeyInfo` or beside
/// it. The ciphertext is in the message itself. XML Encryption 1.1, 3; SAML Core 2.0, 6.1.
struct EncryptedFacts {
    /// A key of the content, encrypted for one recipient.
    struct WrappedKey {
        let transport: KeyTransport
        let octets: Data
    }

    let content: ContentEncryption
    let octets: Data
    let keys: [WrappedKey]

    /// Reads an `EncryptedAssertion`, `EncryptedID` or `EncryptedAttribute`.
    init(_ holder: XMLElement, allowingLegacy: Bool) throws(XMLError) {
        let children = holder.children
        guard let data = children.first, data.isNamed("EncryptedData", XMLNamespace.encryption),
            children.dropFirst().allSatisfy({ $0.isNamed("EncryptedKey", XMLNamespace.encryption) })
        else {
            throw XMLError(
                .encryption, "<\(holder.name)> does not consist of EncryptedData and optional EncryptedKey elements.")
        }
        guard [nil, XMLNamespace.encryption + "Element"].contains(data.attribute("Type")) else {
            throw XMLError(.encryption, "The encrypted content is not an element.")
        }
        content = try Self.content(of: data, allowingLegacy: allowingLegacy)
        octets = try Self.octets(of: data)
        let wrapped = try Self.embeddedKeys(in: data, beside: children.dropFirst()) + children.dropFirst()
        guard (1...XMLLimits.encryptedKeys).contains(wrapped.count) else {
            throw XMLError(
                .encryption,
                "The number of encrypted keys is \(wrapped.count): expected 1 to \(XMLLimits.encryptedKeys).")
        }
        var keys: [WrappedKey] = []
        for element in wrapped {
            keys.append(try WrappedKey(element, allowingLegacy: allowingLegacy))
        }
        self.keys = keys
    }

    /// Returns the keys in `KeyInfo`.
    ///
    /// A `RetrievalMethod` may only refer to a key beside the data, never to a URL.
    private static func embeddedKeys(
        in data: XMLElement, beside others: ArraySlice<XMLElement>
    ) throws(XMLError) -> [XMLElement] {
        guard let keyInfo = data.child("KeyInfo", XMLNamespace.signature) else { return [] }
        for retrieval in keyInfo.children("RetrievalMethod", XMLNamespace.signature) {
            let uri = retrieval.attribute("URI") ?? ""
            guard others.contains(where: { $0.attribute("Id").map { "#" + $0 } == uri }) else {
                throw XMLError(
                    .encryption, "A RetrievalMethod does not refer to an EncryptedKey next to the EncryptedData.")
            }
        }
        return keyInfo.children("EncryptedKey", XMLNamespace.encryption)
    }

    private static func content(
        of data: XMLElement, allowingLegacy: Bool
    ) throws(XMLError) -> ContentEncryption {
        let name = method(of: data)?.attribute("Algorithm") ?? ""
        guard let content = ContentEncryption(rawValue: name) else {
            throw XMLError(.encryption, "The content encryption algorithm '\(name)' is not accepted.")
        }
        guard allowingLegacy || !content.isLegacy else {
            throw XMLError(.encryption, "Content encryption with triple DES is not allowed.")
        }
        return content
    }

    fileprivate static func method(of element: XMLElement) -> XMLElement? {
        element.child("EncryptionMethod", XMLNamespace.encryption)
    }

    /// Returns the bytes of the only `CipherValue`.
    ///
    /// A `CipherReference` is rejected: it would fetch them from elsewhere.
    fileprivate static func octets(of element: XMLElement) throws(XMLError) -> Data {
        let data = element.children("CipherData", XMLNamespace.encryption)
        guard data.count == 1, data[0].children.count == 1,
            let value = data[0].child("CipherValue", XMLNamespace.encryption),
            let octets = StrictBase64.octets(try value.text())
        else {
            throw XMLError(.encryption, "<\(element.name)> does not contain exactly one CipherValue in Base64.")
        }
        return octets
    }
}

extension EncryptedFacts.WrappedKey {
    init(_ element: XMLElement, allowingLegacy: Bool) throws(XMLError) {
        let method = EncryptedFacts.method(of: element)
        transport = try Self.transport(method, allowingLegacy: allowingLegacy)
        octets = try EncryptedFacts.octets(of: element)
    }

    /// Returns the key transport.
    ///
    /// Both of its hash functions must be SHA-1, or both SHA-256, because the library supports no other pair.
    private static func transport(_ method: XMLElement?, allowingLegacy: Bool) throws(XMLError) -> KeyTransport {
        let name = method?.attribute("Algorithm") ?? ""
        guard let method, let named = KeyTransport(rawValue: name) else {
            throw XMLError(.encryption, "The key encryption algorithm '\(name)' is not accepted.")
        }
        guard named != .legacyPKCS1 else {
            guard allowingLegacy else {
                throw XMLError(.encryption, "Key encryption with RSA PKCS#1 v1.5 is not allowed.")
            }
            return named
        }
        let digest = method.child("DigestMethod", XMLNamespace.signature)?.attribute("Algorithm")
        let mask = method.child("MGF", XMLNamespace.encryption11)?.attribute("Algorithm")
        let hasLabel = (try? method.child("OAEPparams", XMLNamespace.encryption)?.text()) ?? ""
        let names = (digest ?? DigestAlgorithm.sha1.rawValue, mask ?? KeyTransport.maskGenerationSHA1)
        if hasLabel.isEmpty, names == (DigestAlgorithm.sha1.rawValue, KeyTransport.maskGenerationSHA1) { return .oaep }
        if hasLabel.isEmpty, named == .oaepSHA256,
            names == (DigestAlgorithm.sha256.rawValue, KeyTransport.maskGenerationSHA256)
        {
            return .oaepSHA256
        }
        throw XMLError(
            .encryption, "RSA-OAEP is accepted only with SHA-1 or SHA-256 for both digests, and without a label.")
    }
}
