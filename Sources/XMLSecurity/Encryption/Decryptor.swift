import CTVSimLibXML2
import Foundation
import TVSimCryptography

/// Decrypts encrypted elements of SAML with the recipient's keys.
///
/// Every problem with key, padding or plaintext gives the same message. An attacker who can tell them apart can decrypt
/// a message with many requests. XML Encryption 1.1, 6.1.
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
        for key in keys {
            for wrapped in facts.keys {
                let plain = Self.contentKey(wrapped, key, bits: facts.content.keyBits)
                if let octets = facts.content.decrypt(facts.octets, key: plain),
                    let element = element(in: octets, as: holder)
                {
                    return element
                }
            }
        }
        throw XMLError(.encryption, "The content of <\(holder.name)> cannot be decrypted with the given key.")
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
    private func element(in octets: Data, as holder: XMLElement) -> XMLElement? {
        var text = Data("<w".utf8)
        for (prefix, name) in holder.namespacesInScope {
            text += Data(" xmlns\(prefix.isEmpty ? "" : ":" + prefix)=\"\(XMLEscaping.escape(name))\"".utf8)
        }
        text += Data(">".utf8) + octets + Data("</w>".utf8)
        guard let wrapper = try? XMLTree(text, limits: limits).root(), wrapper.children.count == 1,
            let text = try? wrapper.textAroundChildren(), text.isEmpty
        else { return nil }
        return wrapper.children.first
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
