import Foundation
import TVSimCryptography

/// The contents of an encrypted element in the one accepted form.
///
/// It contains one `EncryptedData`. The content's key is wrapped once for each recipient, in its `KeyInfo` or beside
/// it. The ciphertext is in the message itself. XML Encryption 1.1, 3; SAML Core 2.0, 6.1.
struct EncryptedFacts {
    /// A key of the content, encrypted for one recipient.
    struct WrappedKey {
        let padding: RSAEncryptionPadding
        let octets: Data
    }

    let content: ContentEncryption
    let octets: Data
    let keys: [WrappedKey]
    /// The elements of those keys, which may name the recipients.
    let keyElements: [XMLElement]

    /// Reads an `EncryptedAssertion`, `EncryptedID` or `EncryptedAttribute`.
    init(_ holder: XMLElement, allowingLegacy: Bool) throws(XMLError) {
        let children = holder.children
        guard let data = children.first, data.isNamed("EncryptedData", XMLNamespace.encryption),
            children.dropFirst().allSatisfy({ $0.isNamed("EncryptedKey", XMLNamespace.encryption) })
        else {
            throw XMLError(
                .encryption,
                "<\(holder.name)> does not consist of EncryptedData and optional EncryptedKey elements, but of "
                    + "\(children.isEmpty ? "nothing" : children.prefix(8).map { "<\($0.name.prefix(64))>" }.joined(separator: ", "))."
            )
        }
        guard [nil, XMLNamespace.encryption + "Element"].contains(data.attribute("Type")) else {
            throw XMLError(
                .encryption,
                "The encrypted content is not an element: its Type is '\((data.attribute("Type") ?? "").prefix(256))'.",
                expected: XMLNamespace.encryption + "Element", actual: data.attribute("Type"))
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
        keyElements = wrapped
    }

    /// Returns the keys in `KeyInfo`.
    ///
    /// A `RetrievalMethod` may only refer to a key beside the data, never to a URL.
    private static func embeddedKeys(
        in data: XMLElement, beside others: ArraySlice<XMLElement>
    ) throws(XMLError) -> [XMLElement] {
        guard let keyInfo = data.child("KeyInfo", XMLNamespace.signature) else { return [] }
        let known = Set(others.compactMap { $0.attribute("Id").map { "#" + $0 } })
        for retrieval in keyInfo.children("RetrievalMethod", XMLNamespace.signature) {
            guard known.contains(retrieval.attribute("URI") ?? "") else {
                throw XMLError(
                    .encryption,
                    "A RetrievalMethod does not refer to an EncryptedKey next to the EncryptedData: its URI is "
                        + "'\((retrieval.attribute("URI") ?? "").prefix(256))'.")
            }
        }
        return keyInfo.children("EncryptedKey", XMLNamespace.encryption)
    }

    private static func content(
        of data: XMLElement, allowingLegacy: Bool
    ) throws(XMLError) -> ContentEncryption {
        let name = method(of: data)?.attribute("Algorithm") ?? ""
        guard let content = ContentEncryption(rawValue: name) else {
            throw XMLError(
                .encryption, "The content encryption algorithm '\(name)' is not accepted: expected AES in GCM or CBC.",
                expected: ContentEncryption.aes256GCM.rawValue, actual: name)
        }
        guard allowingLegacy || !content.isLegacy else {
            throw XMLError(
                .encryption, "Content encryption with triple DES ('\(name)') is not allowed.",
                expected: ContentEncryption.aes256GCM.rawValue, actual: name, weakness: .legacyEncryption)
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
            let value = data[0].child("CipherValue", XMLNamespace.encryption)
        else {
            let found = data.flatMap(\.children).prefix(8).map { "<\($0.name.prefix(64))>" }.joined(separator: ", ")
            throw XMLError(
                .encryption,
                "<\(element.name)> does not contain exactly one CipherValue in Base64, but "
                    + "\(found.isEmpty ? "none" : found).")
        }
        let text = try value.text()
        guard let octets = StrictBase64.octets(text) else {
            throw XMLError(
                .encryption,
                "<\(element.name)> does not contain exactly one CipherValue in Base64: it "
                    + "\(StrictBase64.flaw(in: text) ?? "is damaged").")
        }
        return octets
    }
}

extension EncryptedFacts.WrappedKey {
    init(_ element: XMLElement, allowingLegacy: Bool) throws(XMLError) {
        let method = EncryptedFacts.method(of: element)
        padding = try Self.padding(method, allowingLegacy: allowingLegacy)
        octets = try EncryptedFacts.octets(of: element)
    }

    /// Returns how the key is encrypted.
    private static func padding(_ method: XMLElement?, allowingLegacy: Bool) throws(XMLError) -> RSAEncryptionPadding {
        let name = method?.attribute("Algorithm") ?? ""
        guard let method, let named = KeyTransport(rawValue: name) else {
            throw XMLError(
                .encryption, "The key encryption algorithm '\(name)' is not accepted: expected RSA-OAEP.",
                expected: KeyTransport.oaep.rawValue, actual: name)
        }
        guard named != .legacyPKCS1 else {
            guard allowingLegacy else {
                throw XMLError(
                    .encryption, "Key encryption with RSA PKCS#1 v1.5 ('\(name)') is not allowed.",
                    expected: KeyTransport.oaep.rawValue, actual: name, weakness: .legacyEncryption)
            }
            return named.padding
        }
        let label = try method.child("OAEPparams", XMLNamespace.encryption)?.text() ?? ""
        guard label.isEmpty else {
            throw XMLError(.encryption, "RSA-OAEP has a label (<OAEPparams>), which is not accepted.", actual: label)
        }
        return .oaep(try digest(method), mask: try mask(method, of: named))
    }

    /// Returns the digest of RSA-OAEP; SHA-1 by default (XML Encryption 1.1, 5.5.2).
    private static func digest(_ method: XMLElement) throws(XMLError) -> Hash {
        guard let element = method.child("DigestMethod", XMLNamespace.signature) else { return .sha1 }
        let name = element.attribute("Algorithm") ?? ""
        guard let digest = DigestAlgorithm(rawValue: name) else {
            throw XMLError(
                .encryption, "The digest algorithm '\(name)' of RSA-OAEP is not accepted: expected SHA-1 or SHA-2.",
                expected: DigestAlgorithm.sha256.rawValue, actual: name)
        }
        return digest.hash
    }

    /// Returns the digest of the mask; SHA-1 by default, and always for the older of the two algorithms.
    private static func mask(_ method: XMLElement, of transport: KeyTransport) throws(XMLError) -> Hash {
        guard let element = method.child("MGF", XMLNamespace.encryption11) else { return .sha1 }
        let name = element.attribute("Algorithm") ?? ""
        guard let mask = KeyTransport.maskGenerations[name], transport != .oaep || mask == .sha1 else {
            throw XMLError(
                .encryption, "The mask '\(name)' of RSA-OAEP is not accepted with '\(transport.rawValue)'.",
                actual: name)
        }
        return mask
    }
}
