import CTVSimLibXML2
import Foundation

/// Writes a canonical form with the prefixes that issuers of SAML use, as it was before a program chose others.
///
/// A program that parses a document and writes it again may choose prefixes such as `ns0`. Prefixes are signed (Canonical
/// XML 1.1, 4.3).
enum RenamedPrefixes {
    /// The prefixes of the namespaces of assertion, protocol, signature and schema; an empty one is the default namespace.
    private static let usual: [[String]] = [
        ["saml", "samlp", "ds", "xs"], ["saml2", "saml2p", "ds", "xs"], ["saml2", "saml2p", "ds", "xsd"],
        ["saml", "samlp", "dsig", "xsd"], ["", "samlp", "ds", "xs"], ["", "", "", "xs"],
    ]
    private static let namespaces = [
        "urn:oasis:names:tc:SAML:2.0:assertion", "urn:oasis:names:tc:SAML:2.0:protocol", XMLNamespace.signature,
        "http://www.w3.org/2001/XMLSchema",
    ]
    private static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

    /// Returns whether a copy with other prefixes fits; each is made and tested once.
    static func fit(_ octets: Data, _ method: CanonicalizationMethod, _ fits: (Data) -> Bool) -> Bool {
        for prefixes in usual {
            let names = Dictionary(uniqueKeysWithValues: zip(namespaces, prefixes))
            guard let copy = renaming(octets, names, method), copy != octets else { continue }
            if fits(copy) { return true }
        }
        return false
    }

    /// Returns whether the elements have prefixes that programs number, such as `ns0`.
    static func areNumbered(in octets: Data) -> Bool {
        ["<ns0:", "<ns1:", "<ns2:"].contains { octets.range(of: Data($0.utf8)) != nil }
    }

    private static func renaming(_ octets: Data, _ names: [String: String], _ method: CanonicalizationMethod) -> Data? {
        guard let tree = try? XMLTree(octets, limits: .canonicalForm) else { return nil }
        var open = [tree.top]
        while let node = open.popLast() {
            // This function has just parsed the tree, so the change is safe.
            var declaration = node.pointee.nsDef
            while let namespace = declaration {
                rename(namespace, names)
                declaration = namespace.pointee.next
            }
            renameType(of: node, names)
            open += sequence(first: node.pointee.children) { $0?.pointee.next }.compactMap(\.self)
                .filter { $0.pointee.type == XML_ELEMENT_NODE }
        }
        return try? Canonicalizer.octets(of: tree.root(), method)
    }

    private static func rename(_ namespace: xmlNsPtr, _ names: [String: String]) {
        guard let href = namespace.pointee.href, let prefix = names[String(cString: href)] else { return }
        tvsim_xmlFree(UnsafeMutableRawPointer(mutating: namespace.pointee.prefix))
        namespace.pointee.prefix = prefix.isEmpty ? nil : UnsafePointer(xmlStrdup(prefix))
    }

    /// Renames the prefix in the value of `xsi:type`.
    private static func renameType(of node: xmlNodePtr, _ names: [String: String]) {
        guard let schema = names[namespaces[3]], let value = xmlGetNsProp(node, "type", schemaInstance) else { return }
        defer { tvsim_xmlFree(value) }
        let parts = String(cString: value).split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0] != schema,
            let namespace = xmlSearchNsByHref(node.pointee.doc, node, schemaInstance)
        else { return }
        xmlSetNsProp(node, namespace, "type", "\(schema):\(parts[1])")
    }
}
