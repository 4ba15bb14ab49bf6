import CTVSimLibXML2
import Foundation

/// A canonicalisation without comments.
enum CanonicalizationMethod {
    /// Exclusive XML Canonicalization 1.0, with the prefixes that are declared even if they are not visibly used.
    case exclusive(prefixes: [String])
    /// Canonical XML 1.0.
    case inclusive
    /// Canonical XML 1.1.
    case inclusive11

    fileprivate var mode: xmlC14NMode {
        switch self {
        case .exclusive: XML_C14N_EXCLUSIVE_1_0
        case .inclusive: XML_C14N_1_0
        case .inclusive11: XML_C14N_1_1
        }
    }

    fileprivate var prefixes: [String] {
        if case .exclusive(let prefixes) = self { prefixes } else { [] }
    }
}

/// XML canonicalisation without comments, by libxml2.
enum Canonicalizer {
    /// The callback's state, which decides whether a node is part of the subtree.
    private struct Subtree {
        var apex: xmlNodePtr
        /// The descendants that are left out.
        var left: xmlNodePtr?
        var alsoLeft: xmlNodePtr?
        /// The buffer for the canonical bytes.
        var output: xmlOutputBufferPtr
        /// Whether the buffer has reached its limit.
        var isFull = false
    }

    /// Returns the canonical bytes of an unverified element, as if it were the whole document.
    ///
    /// For a part of a document libxml2 visits the whole document and searches every listed prefix at each element,
    /// which an attacker could extend to minutes. A copy has only the namespaces that the canonical form needs: the used
    /// and the listed ones, or for inclusive canonicalisation those in scope. It has no `xml:` attributes of ancestors,
    /// which inclusive canonicalisation would inherit; a signature made with them fails.
    static func alone(_ element: XMLElement, _ method: CanonicalizationMethod) throws(XMLError) -> Data {
        let trouble = XMLError(.reference, "<\(element.name)> cannot be canonicalized.")
        guard let document = xmlNewDoc("1.0") else { throw trouble }
        guard let copy = xmlDocCopyNode(element.node, document, 1) else {
            xmlFreeDoc(document)
            throw trouble
        }
        xmlDocSetRootElement(document, copy)
        switch method {
        case .exclusive(let prefixes): declare(prefixes, of: element, on: copy)
        case .inclusive, .inclusive11: declareNamespaces(around: element, on: copy)
        }
        return try octets(of: XMLTree(adopting: document, top: copy).root(), method)
    }

    /// Declares the listed prefixes of an element on its copy.
    private static func declare(_ prefixes: [String], of element: XMLElement, on copy: xmlNodePtr) {
        for name in prefixes {
            let prefix: [UInt8]? = name == "#default" ? nil : Array(name.utf8) + [0]
            guard let namespace = xmlSearchNs(element.tree.document, element.node, prefix),
                let href = namespace.pointee.href, href.pointee != 0
            else { continue }
            // A namespace that the element declares itself stays unchanged.
            xmlNewNs(copy, href, prefix)
        }
    }

    /// Declares the namespaces of an element's ancestors on its copy.
    ///
    /// The nearest declaration of a prefix comes first; libxml2 does not declare a prefix twice.
    private static func declareNamespaces(around element: XMLElement, on copy: xmlNodePtr) {
        var next = element.node.pointee.parent
        while let ancestor = next, ancestor.pointee.type == XML_ELEMENT_NODE {
            var declaration = ancestor.pointee.nsDef
            while let namespace = declaration {
                xmlNewNs(copy, namespace.pointee.href, namespace.pointee.prefix)
                declaration = namespace.pointee.next
            }
            next = ancestor.pointee.parent
        }
    }

    /// Returns a canonical form without the white space between elements; `nil` if it cannot be parsed.
    static func withoutLayout(_ octets: Data, _ method: CanonicalizationMethod) -> Data? {
        guard let tree = try? XMLTree(octets, limits: .canonicalForm) else { return nil }
        var open = [tree.top]
        while let node = open.popLast() {
            let children = sequence(first: node.pointee.children) { $0?.pointee.next }.compactMap(\.self)
            let elements = children.filter { $0.pointee.type == XML_ELEMENT_NODE }
            open += elements
            guard !elements.isEmpty else { continue }
            for child in children where child.pointee.type == XML_TEXT_NODE && xmlIsBlankNode(child) == 1 {
                // This function has just parsed the tree, so the change is safe.
                xmlUnlinkNode(child)
                xmlFreeNode(child)
            }
        }
        return try? Self.octets(of: tree.root(), method)
    }

    /// Returns the canonical bytes of an element, optionally without one or two of its descendants.
    ///
    /// - Throws: ``XMLError`` with `reference` if libxml2 cannot canonicalise the element or the result is empty: an
    ///   empty byte sequence has a digest too and must never count as content. With `size` if the result is larger than
    ///   in real messages: namespaces are written at every use, so a small document can have a huge canonical form.
    static func octets(
        of element: XMLElement, without left: XMLElement? = nil, and alsoLeft: XMLElement? = nil,
        _ method: CanonicalizationMethod
    ) throws(XMLError) -> Data {
        guard let output = xmlAllocOutputBuffer(nil) else {
            throw XMLError(.reference, "The element cannot be canonicalized.")
        }
        defer { xmlOutputBufferClose(output) }
        var subtree = Subtree(apex: element.node, left: left?.node, alsoLeft: alsoLeft?.node, output: output)
        // A missing canonical form is reported below; libxml2 would also print it to standard error.
        let handler = tvsim_silence_errors()
        defer { tvsim_restore_errors(handler) }
        let written = withUnsafeMutablePointer(to: &subtree) { context in
            withCStrings(method.prefixes) { list in
                xmlC14NExecute(
                    element.tree.document, isVisible, context, Int32(method.mode.rawValue), list, 0, output)
            }
        }
        guard !subtree.isFull else {
            throw XMLError(
                .size, "The canonical form of <\(element.name)> has more than \(XMLLimits.canonicalBytes) bytes.")
        }
        let count = xmlBufUse(output.pointee.buffer)
        guard written >= 0, count > 0, let content = xmlBufContent(output.pointee.buffer) else {
            throw XMLError(.reference, "<\(element.name)> cannot be canonicalized.")
        }
        return Data(bytes: content, count: count)
    }

    /// Returns whether a node is in the subtree: it or an ancestor is the apex, and none is an excluded element.
    ///
    /// After the limit is reached, no further node is.
    private static let isVisible: @convention(c) (UnsafeMutableRawPointer?, xmlNodePtr?, xmlNodePtr?) -> Int32 = {
        context, node, parent in
        guard let context, let node else { return 0 }
        let subtree = context.assumingMemoryBound(to: Subtree.self)
        guard xmlBufUse(subtree.pointee.output.pointee.buffer) <= XMLLimits.canonicalBytes else {
            subtree.pointee.isFull = true
            return 0
        }
        let (apex, left, alsoLeft) = (subtree.pointee.apex, subtree.pointee.left, subtree.pointee.alsoLeft)
        // A namespace arrives as another struct with a node's type; its position is that of its parent.
        var next: xmlNodePtr? = node.pointee.type == XML_NAMESPACE_DECL ? parent : node
        while let current = next {
            if current == left || current == alsoLeft { return 0 }
            if current == apex { return 1 }
            next = current.pointee.parent
        }
        return 0
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<xmlChar>?>?) -> Result
    ) -> Result {
        guard !strings.isEmpty else { return body(nil) }
        var copies: [UnsafeMutablePointer<xmlChar>?] = strings.map { xmlStrdup($0) } + [nil]
        defer { copies.dropLast().forEach { tvsim_xmlFree($0) } }
        return copies.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }
}
