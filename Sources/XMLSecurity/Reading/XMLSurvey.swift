import CTVSimLibXML2

/// Checks a parsed document in one pass: its counts are within the limits, and each `ID` is a plain name that occurs
/// once.
///
/// Only the attribute `ID` without a namespace counts; `Id`, `xml:id` and prefixed attributes do not.
struct XMLSurvey {
    private let limits: XMLLimits
    /// The values of `ID` in the document.
    private(set) var identifiers = Set<String>()
    private var elements = 0
    /// The number of namespaces declared by the current element and its ancestors.
    private var namespacesInScope = 0

    init(limits: XMLLimits) {
        self.limits = limits
    }

    /// Visits an element and its descendants in document order, without recursion.
    mutating func visit(_ top: xmlNodePtr) throws(XMLError) {
        var node = top
        var depth = 1
        while true {
            if node.pointee.type == XML_ELEMENT_NODE {
                try check(node, depth: depth)
                if let child = node.pointee.children {
                    node = child
                    depth += 1
                    continue
                }
            } else if node.pointee.type == XML_ENTITY_REF_NODE {
                throw XMLError(.wellFormed, "The document refers to an entity.")
            }
            while node.pointee.next == nil || node == top {
                guard node != top, let parent = node.pointee.parent else { return }
                leave(node)
                node = parent
                depth -= 1
            }
            guard let next = node.pointee.next else { return }
            leave(node)
            node = next
        }
    }

    private mutating func check(_ node: xmlNodePtr, depth: Int) throws(XMLError) {
        elements += 1
        guard elements <= limits.elements else {
            throw XMLError(.size, "The document has more than \(limits.elements) elements.")
        }
        guard depth <= limits.depth else {
            throw XMLError(.size, "The document is nested more than \(limits.depth) levels deep.")
        }
        try checkAttributes(of: node)
        try checkText(of: node)
    }

    private mutating func checkAttributes(of node: xmlNodePtr) throws(XMLError) {
        var count = 0
        var next = node.pointee.properties
        while let attribute = next {
            count += 1
            guard count <= limits.attributes else {
                throw XMLError(.size, "An element has more than \(limits.attributes) attributes.")
            }
            if attribute.pointee.ns == nil, let name = attribute.pointee.name, name[0] == UInt8(ascii: "I"),
                name[1] == UInt8(ascii: "D"), name[2] == 0
            {
                try register(attribute)
            }
            next = attribute.pointee.next
        }
        var declaration = node.pointee.nsDef
        while let namespace = declaration {
            namespacesInScope += 1
            guard namespacesInScope <= limits.namespacesInScope else {
                throw Self.tooManyNamespaces(limits.namespacesInScope)
            }
            guard xmlStrlen(namespace.pointee.prefix) <= limits.prefixLength else {
                throw XMLError(.size, "A namespace prefix has more than \(limits.prefixLength) bytes.")
            }
            guard xmlStrlen(namespace.pointee.href) <= limits.namespaceLength else {
                throw XMLError(.size, "A namespace name has more than \(limits.namespaceLength) bytes.")
            }
            declaration = namespace.pointee.next
        }
    }

    /// Returns the number of namespaces that a node and its ancestors declare.
    static func namespacesInScope(of node: xmlNodePtr?) -> Int {
        var count = 0
        var next = node
        while let element = next, element.pointee.type == XML_ELEMENT_NODE {
            var declaration = element.pointee.nsDef
            while let namespace = declaration {
                count += 1
                declaration = namespace.pointee.next
            }
            next = element.pointee.parent
        }
        return count
    }

    static func tooManyNamespaces(_ limit: Int) -> XMLError {
        XMLError(.size, "More than \(limit) namespaces are in scope for one element.")
    }

    /// Leaves a node: its declarations go out of scope.
    private mutating func leave(_ node: xmlNodePtr) {
        guard node.pointee.type == XML_ELEMENT_NODE else { return }
        var declaration = node.pointee.nsDef
        while let namespace = declaration {
            namespacesInScope -= 1
            declaration = namespace.pointee.next
        }
    }

    private mutating func register(_ attribute: xmlAttrPtr) throws(XMLError) {
        guard let value = attribute.pointee.children, value.pointee.next == nil, value.pointee.type == XML_TEXT_NODE,
            let content = value.pointee.content, XMLName.isIdentifier(content)
        else {
            throw unreadable(attribute)
        }
        let identifier = String(cString: content)
        guard identifiers.insert(identifier).inserted else {
            throw XMLError(.identifier, "Two elements have the ID '\(identifier)'.")
        }
    }

    /// Returns the error for an ID that is empty or has other characters.
    private func unreadable(_ attribute: xmlAttrPtr) -> XMLError {
        let element = attribute.pointee.parent?.pointee.name.map { String(cString: $0) } ?? ""
        guard let text = xmlNodeListGetString(attribute.pointee.doc, attribute.pointee.children, 1),
            text.pointee != 0
        else {
            return XMLError(.identifier, "The ID of <\(element)> is empty.", actual: "")
        }
        defer { tvsim_xmlFree(text) }
        let value = String(String(cString: text).prefix(128))
        return XMLError(
            .identifier,
            "The ID '\(value)' of <\(element)> has a character other than letters, digits, '_', '.', ':' and '-'.",
            actual: value)
    }

    private func checkText(of node: xmlNodePtr) throws(XMLError) {
        var length = 0
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_TEXT_NODE || child.pointee.type == XML_CDATA_SECTION_NODE {
                length += Int(xmlStrlen(child.pointee.content))
                guard length <= limits.textLength else {
                    throw XMLError(.size, "An element has more than \(limits.textLength) bytes of text.")
                }
            }
            next = child.pointee.next
        }
    }
}

/// The characters of names.
package enum XMLName {
    /// Returns whether an identifier is an NCName: it begins with a letter or `_`, and has no `:` (Namespaces in XML
    /// 1.0, 4).
    package static func isNCName(_ identifier: String) -> Bool {
        guard let first = identifier.utf8.first else { return false }
        return isStart(first) && !identifier.utf8.contains(UInt8(ascii: ":"))
    }

    /// Says why an identifier is not an NCName.
    package static func flaw(of identifier: String) -> String {
        let rule = "an XML ID begins with a letter or '_'"
        guard let first = identifier.utf8.first else { return "is empty: \(rule)" }
        if isStart(first) { return "has a ':', which an XML ID must not have" }
        let kind = first == UInt8(ascii: "-") ? "a hyphen" : (48...57).contains(first) ? "a digit" : "a '.' or ':'"
        return "begins with \(kind): \(rule)"
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Returns whether a text consists of one or more of `[A-Za-z0-9_.:-]`.
    static func isIdentifier(_ text: UnsafePointer<UInt8>) -> Bool {
        guard text.pointee != 0 else { return false }
        var next = text
        while next.pointee != 0 {
            guard isIdentifierByte(next.pointee) else { return false }
            next += 1
        }
        return true
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
