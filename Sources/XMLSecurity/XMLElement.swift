import CLibXML2

/// An element of a document that was read safely.
package struct XMLElement: Sendable, Equatable {
    /// The document, kept alive by its elements.
    package let tree: XMLTree
    /// Unchecked: the tree is not changed after it is parsed.
    nonisolated(unsafe) let node: xmlNodePtr

    init(tree: XMLTree, node: xmlNodePtr) {
        self.tree = tree
        self.node = node
    }

    package static func == (left: XMLElement, right: XMLElement) -> Bool {
        left.node == right.node
    }

    /// The local name.
    package var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

    /// The namespace; empty where there is none.
    package var namespace: String { node.pointee.ns?.pointee.href.map { String(cString: $0) } ?? "" }

    /// Whether the element has a name in a namespace.
    package func isNamed(_ name: String, _ namespace: String) -> Bool {
        equal(node.pointee.name, name) && equal(node.pointee.ns?.pointee.href, namespace)
    }

    /// The child elements, in order.
    package var children: [XMLElement] {
        var children: [XMLElement] = []
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_ELEMENT_NODE { children.append(XMLElement(tree: tree, node: child)) }
            next = child.pointee.next
        }
        return children
    }

    /// The child elements of a name.
    package func children(_ name: String, _ namespace: String) -> [XMLElement] {
        children.filter { $0.isNamed(name, namespace) }
    }

    /// The first child element of a name.
    package func child(_ name: String, _ namespace: String) -> XMLElement? {
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_ELEMENT_NODE {
                let element = XMLElement(tree: tree, node: child)
                if element.isNamed(name, namespace) { return element }
            }
            next = child.pointee.next
        }
        return nil
    }

    /// The value of an attribute without namespace; `nil` where it is not there.
    package func attribute(_ name: String) -> String? {
        guard let value = xmlGetNoNsProp(node, name) else { return nil }
        defer { tvsim_xmlFree(value) }
        return String(cString: value)
    }

    /// The text of an element that holds nothing but text: all of it, comments contributing nothing, trimmed of XML white
    /// space.
    ///
    /// - Throws: ``XMLError`` with `structure` where the element holds an element, a processing instruction or an entity
    ///   reference. A comment is not an error, and never ends the text.
    package func text() throws(XMLError) -> String {
        var text = ""
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let content = child.pointee.content { text += String(cString: content) }
            case XML_COMMENT_NODE:
                break
            default:
                throw XMLError(.structure, "<\(name)> holds something other than text.")
            }
            next = child.pointee.next
        }
        return text.trimmedOfXMLSpace
    }

    private func equal(_ found: UnsafePointer<xmlChar>?, _ expected: String) -> Bool {
        xmlStrEqual(found, expected) == 1
    }
}

extension XMLTree {
    /// The document's one top element.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` where there is none.
    package func root() throws(XMLError) -> XMLElement {
        guard let node = xmlDocGetRootElement(document) else {
            throw XMLError(.wellFormed, "The document has no element.")
        }
        return XMLElement(tree: self, node: node)
    }

    /// Checks the attributes `ID` of the whole document: each a plain name, none twice; and the counts of elements and
    /// attributes.
    ///
    /// Exactly `ID` without namespace counts: other spellings mean nothing and identify nothing. spec saml, step 1.
    package func checkIdentifiers(limits: XMLLimits = XMLLimits()) throws(XMLError) {
        var seen = Set<String>()
        var elements = 0
        var open = [try root().node]
        while let node = open.popLast() {
            elements += 1
            guard elements <= limits.elements else {
                throw XMLError(.size, "The document has more than \(limits.elements) elements.")
            }
            var attributes = 0
            var attribute = node.pointee.properties
            while let found = attribute {
                attributes += 1
                attribute = found.pointee.next
            }
            guard attributes <= limits.attributes else {
                throw XMLError(.size, "An element has more than \(limits.attributes) attributes.")
            }
            if let id = XMLElement(tree: self, node: node).attribute("ID") {
                guard !id.isEmpty, id.utf8.allSatisfy(isIdentifierByte) else {
                    throw XMLError(.identifier, "An ID has characters that identifiers do not have.")
                }
                guard seen.insert(id).inserted else { throw XMLError(.identifier, "Two elements have the ID '\(id)'.") }
            }
            var child = node.pointee.children
            while let found = child {
                if found.pointee.type == XML_ELEMENT_NODE { open.append(found) }
                child = found.pointee.next
            }
        }
    }
}

private func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
    default:
        "_.:-".utf8.contains(byte)
    }
}

extension String {
    /// The text without XML's four kinds of white space at its ends.
    package var trimmedOfXMLSpace: String {
        let space: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        guard let first = firstIndex(where: { !space($0) }), let last = lastIndex(where: { !space($0) }) else {
            return ""
        }
        return first == startIndex && index(after: last) == endIndex ? self : String(self[first...last])
    }
}

extension XMLElement {
    /// Whether a comment stands among the children.
    var holdsComment: Bool {
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_COMMENT_NODE { return true }
            next = child.pointee.next
        }
        return false
    }
}
