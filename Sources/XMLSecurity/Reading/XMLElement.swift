import CTVSimLibXML2
import Foundation

/// An element of a safely parsed document.
package struct XMLElement: Sendable, Equatable {
    /// The document; each element keeps it alive.
    package let tree: XMLTree
    /// Unchecked: the tree never changes after it is parsed.
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

    /// The namespace; empty if the element has none.
    package var namespace: String { node.pointee.ns?.pointee.href.map { String(cString: $0) } ?? "" }

    /// Returns whether the element has this name and namespace.
    package func isNamed(_ name: String, _ namespace: String) -> Bool {
        equal(node.pointee.name, name)
            && (namespace.isEmpty ? node.pointee.ns == nil : isWholly(node.pointee.ns?.pointee.href, namespace))
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

    /// Returns the child elements with a name.
    package func children(_ name: String, _ namespace: String) -> [XMLElement] {
        children.filter { $0.isNamed(name, namespace) }
    }

    /// Returns the first child element with a name.
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

    /// Returns the value of an attribute without a namespace; `nil` if it is missing.
    package func attribute(_ name: String) -> String? {
        var next = node.pointee.properties
        while let attribute = next {
            if attribute.pointee.ns == nil, equal(attribute.pointee.name, name) { return Self.value(of: attribute) }
            next = attribute.pointee.next
        }
        return nil
    }

    /// Returns the value of an attribute in a namespace; `nil` if it is missing.
    package func attribute(_ name: String, _ namespace: String) -> String? {
        var next = node.pointee.properties
        while let attribute = next {
            if let found = attribute.pointee.ns, equal(found.pointee.href, namespace),
                equal(attribute.pointee.name, name)
            {
                return Self.value(of: attribute)
            }
            next = attribute.pointee.next
        }
        return nil
    }

    private static func value(of attribute: xmlAttrPtr) -> String {
        guard let text = attribute.pointee.children else { return "" }
        if text.pointee.next == nil, text.pointee.type == XML_TEXT_NODE, let content = text.pointee.content {
            return String(cString: content)
        }
        // Character references can split a value into several nodes.
        guard let value = xmlNodeListGetString(attribute.pointee.doc, text, 1) else { return "" }
        defer { tvsim_xmlFree(value) }
        return String(cString: value)
    }

    /// Returns the text of an element that contains only text, without comments and without white space at its ends.
    ///
    /// It is for types that ignore such white space, such as `xs:anyURI` and Base64 (XML Schema Part 2, 4.3.6). For a
    /// name or another string it is a part of the value: use ``exactText()``.
    ///
    /// - Throws: ``XMLError`` with `structure` if the element contains an element, a processing instruction or an
    ///   entity reference. A comment is not an error and does not split the text.
    package func text() throws(XMLError) -> String {
        try exactText().trimmedOfXMLSpace
    }

    /// Returns the same text with the white space at its ends, which is a part of an `xs:string`.
    ///
    /// - Throws: ``XMLError`` as ``text()`` does.
    package func exactText() throws(XMLError) -> String {
        var text = ""
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let content = child.pointee.content { text += String(cString: content) }
            case XML_COMMENT_NODE:
                break
            default:
                throw XMLError(.structure, "<\(name)> contains something other than text.")
            }
            next = child.pointee.next
        }
        return text
    }

    /// The element's contents for people: its text, with a mark for everything else.
    package var shownContent: String {
        var shown = ""
        var next = node.pointee.children
        while let child = next {
            let name = child.pointee.name.map { String(cString: $0) } ?? ""
            switch child.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let content = child.pointee.content { shown += String(cString: content) }
            case XML_COMMENT_NODE: break
            case XML_ELEMENT_NODE: shown += "<\(name)>\(XMLElement(tree: tree, node: child).shownContent)</\(name)>"
            case XML_PI_NODE: shown += "<?\(name)?>"
            default: shown += "&\(name);"
            }
            next = child.pointee.next
        }
        return shown
    }

    /// Compares a long text, such as a namespace, with one call.
    private func isWholly(_ found: UnsafePointer<xmlChar>?, _ expected: String) -> Bool {
        guard let found else { return false }
        return expected.withCString { strcmp(UnsafeRawPointer(found).assumingMemoryBound(to: CChar.self), $0) == 0 }
    }

    /// Compares byte by byte.
    ///
    /// Names are compared very often, and creating a C string costs more than the comparison.
    private func equal(_ found: UnsafePointer<xmlChar>?, _ expected: String) -> Bool {
        guard var found else { return false }
        for byte in expected.utf8 {
            guard found.pointee == byte else { return false }
            found += 1
        }
        return found.pointee == 0
    }
}

extension XMLTree {
    /// Returns the top element of the document.
    package func root() -> XMLElement { XMLElement(tree: self, node: top) }
}

extension String {
    /// The text without XML white space at its ends (XML 1.0, 2.3).
    package var trimmedOfXMLSpace: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !Self.isXMLSpace($0) }),
            let last = bytes.lastIndex(where: { !Self.isXMLSpace($0) })
        else { return "" }
        return first == startIndex && bytes.index(after: last) == endIndex ? self : String(self[first...last])
    }

    /// Whether the text is empty, or has only XML white space.
    package var isXMLSpace: Bool { utf8.allSatisfy(Self.isXMLSpace) }

    /// Whether XML white space is at an end of the text.
    package var hasXMLSpaceAtEnds: Bool {
        utf8.first.map(Self.isXMLSpace) ?? false || utf8.last.map(Self.isXMLSpace) ?? false
    }

    /// Returns whether a byte is a space, a tab, a carriage return or a line feed.
    package static func isXMLSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension XMLElement {
    /// Whether the element has a comment as a child.
    var holdsComment: Bool {
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_COMMENT_NODE { return true }
            next = child.pointee.next
        }
        return false
    }
}

extension XMLElement {
    /// The only child element; `nil` unless everything beside it is white space or a comment.
    package var onlyChild: XMLElement? {
        var found: XMLElement?
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_ELEMENT_NODE where found == nil: found = XMLElement(tree: tree, node: child)
            case XML_COMMENT_NODE: break
            case XML_TEXT_NODE:
                let text = child.pointee.content.map { String(cString: $0) } ?? ""
                guard text.utf8.allSatisfy(String.isXMLSpace) else { return nil }
            default: return nil
            }
            next = child.pointee.next
        }
        return found
    }

    /// The parent element; `nil` for the top element.
    package var parent: XMLElement? {
        guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
        return XMLElement(tree: tree, node: parent)
    }
}
