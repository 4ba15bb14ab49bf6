import CTVSimLibXML2
import Foundation
import TVSimCryptography

/// Decrypts encrypted elements of SAML with the recipient's keys.
///
/// Every problem with key and padding gives the same message, and in CBC every problem with the plaintext too. An attacker
/// who can tell them apart can decrypt a message with many requests (XML Encryption 1.1, 6.1). What a plaintext is that
/// its cipher has authenticated, and what the message itself shows of its recipient, can be told.
package struct Decryptor: Sendable {
    private let keys: [DecryptionKey]
    private let allowsLegacy: Bool
    private let limits: XMLLimits

    /// Creates a decryptor.
    ///
    /// - Parameters:
    ///   - keys: The keys to try.
    ///   - allowsLegacy: Whether RSA PKCS#1 v1.5 and triple DES are accepted.
    ///   - limits: The limits of a plaintext.
    package init(keys: [DecryptionKey], allowsLegacy: Bool = false, limits: XMLLimits = XMLLimits()) {
        self.keys = keys
        self.allowsLegacy = allowsLegacy
        self.limits = limits
    }

    /// Decrypts an element, and parses it with the same checks as the document that contained it.
    ///
    /// - Parameter holder: An `EncryptedAssertion`, `EncryptedID` or `EncryptedAttribute`.
    /// - Returns: The decrypted element, in a document of its own, in which it is not the top element.
    /// - Throws: ``XMLError`` with `encryption`.
    package func decrypt(_ holder: XMLElement) throws(XMLError) -> XMLElement {
        let facts = try EncryptedFacts(holder, allowingLegacy: allowsLegacy)
        var misshapen: XMLError?
        for key in keys {
            for wrapped in facts.keys {
                let plain = Self.contentKey(wrapped, key, bits: facts.content.keyBits)
                guard let octets = facts.content.decrypt(facts.octets, key: plain) else { continue }
                do {
                    return try element(in: octets, as: holder)
                } catch {
                    if facts.content.isAuthenticated { misshapen = error }
                }
            }
        }
        if let misshapen { throw misshapen }
        throw XMLError(
            .encryption,
            "The content of <\(holder.name)> cannot be decrypted with the given key: \(shownRecipient(of: facts)).")
    }

    // MARK: - Reasons

    /// What the message shows of its recipient, beside the public parts of the keys; how far a decryption came is not
    /// told.
    private func shownRecipient(of facts: EncryptedFacts) -> String {
        let given = Set(keys.compactMap(\.subjectPublicKeyInfo))
        let shown = facts.keyElements.compactMap { $0.child("KeyInfo", XMLNamespace.signature) }
        let certificates = shown.flatMap { ShownKeys.certificates($0) }.prefix(XMLLimits.encryptedKeys)
        let names = certificates.map { "SHA-256 \($0.fingerprint)" }.joined(separator: ", ")
        if certificates.contains(where: { given.contains($0.subjectPublicKeyInfo) }) {
            return
                "EncryptedKey shows the certificate of the given key (\(names)), so the ciphertext was changed, or was "
                + "made with other parameters"
        }
        if !certificates.isEmpty {
            return "EncryptedKey shows another certificate, for whose key the content was encrypted: \(names)"
        }
        let sizes = Set(facts.keys.map { $0.octets.count * 8 }).subtracting(keys.map(\.bits))
        if sizes.count == Set(facts.keys.map(\.octets.count)).count {
            let (found, own) = (sizes.sorted().map(String.init), Set(keys.map(\.bits)).sorted().map(String.init))
            return "it was encrypted for a key of \(found.joined(separator: ", ")) bits, and the given key has "
                + "\(own.joined(separator: ", ")) bits"
        }
        let said =
            shown.flatMap { ShownKeys.names($0) }
            + facts.keyElements.compactMap { $0.attribute("Recipient").map { "Recipient '\($0.prefix(256))'" } }
        return said.isEmpty
            ? "EncryptedKey does not show for which certificate it is"
            : "EncryptedKey is for \(said.prefix(XMLLimits.encryptedKeys).joined(separator: ", "))"
    }

    /// Returns the content's key, or a random key if unwrapping fails, which then fails like any wrong key.
    private static func contentKey(
        _ wrapped: EncryptedFacts.WrappedKey, _ key: DecryptionKey, bits: Int
    ) -> Data {
        let substitute = SecureRandom.bytes(bits / 8)
        guard let octets = key.unwrap(wrapped.octets, by: wrapped.padding), octets.count * 8 == bits else {
            return substitute
        }
        return octets
    }

    /// Parses the plaintext inside an element that declares the namespaces in scope, because the sender may have
    /// declared them outside of the encrypted part.
    ///
    /// - Throws: ``XMLError`` with `encryption` if the plaintext is not one element.
    private func element(in octets: Data, as holder: XMLElement) throws(XMLError) -> XMLElement {
        func refusal(_ reason: String) -> XMLError {
            XMLError(.encryption, "The content of <\(holder.name)> was decrypted, but \(reason).")
        }
        var text = Data("<w".utf8)
        for (prefix, name) in holder.namespacesInScope {
            text += Data(" xmlns\(prefix.isEmpty ? "" : ":" + prefix)=\"\(XMLEscaping.escape(name))\"".utf8)
        }
        text += Data(">".utf8) + octets + Data("</w>".utf8)
        let wrapper: XMLElement
        do { wrapper = try XMLTree(text, limits: limits).root() } catch {
            // The place counts from the wrapper, and would mislead.
            let reason = error.description.split(separator: " (line ").first ?? ""
            throw refusal("it is refused: \(reason.hasSuffix(".") ? String(reason.dropLast()) : String(reason))")
        }
        let children = wrapper.children
        guard children.count == 1 else { throw refusal("it has \(children.count) elements instead of one") }
        guard let around = try? wrapper.textAroundChildren(), around.isEmpty else {
            throw refusal("it has text beside its element <\(children[0].name.prefix(64))>")
        }
        return children[0]
    }
}

extension XMLElement {
    /// The namespaces in scope at the element; the default namespace has an empty prefix.
    fileprivate var namespacesInScope: [(prefix: String, name: String)] {
        guard let list = xmlGetNsList(tree.document, node) else { return [] }
        defer { tvsim_xmlFree(list) }
        var found: [(String, String)] = []
        var next = list
        while let namespace = next.pointee {
            let prefix = namespace.pointee.prefix.map { String(cString: $0) } ?? ""
            if prefix != "xml", let name = namespace.pointee.href { found.append((prefix, String(cString: name))) }
            next += 1
        }
        return found
    }

    /// Returns the text between the child elements, without white space.
    fileprivate func textAroundChildren() throws(XMLError) -> String {
        var text = ""
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type != XML_ELEMENT_NODE, child.pointee.type != XML_COMMENT_NODE,
                let content = child.pointee.content
            {
                text += String(cString: content)
            }
            next = child.pointee.next
        }
        return text.trimmedOfXMLSpace
    }
}
