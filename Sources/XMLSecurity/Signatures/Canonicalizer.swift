import CLibXML2
import Foundation

/// Exclusive XML canonicalisation without comments, by libxml2.
///
/// Exclusive XML Canonicalization 1.0.
enum Canonicalizer {
    /// What the callback needs to decide whether a node is part of the subtree.
    private struct Subtree {
        var apex: xmlNodePtr
        var left: xmlNodePtr?
        /// Where the canonical octets go.
        var output: xmlOutputBufferPtr
        /// Whether there are more of them than are taken.
        var isFull = false
    }

    /// Writes the canonical octets of an element that nobody vouches for yet, as if it stood alone.
    ///
    /// libxml2 goes through the whole document for a part of it, and searches every listed prefix at each element: a
    /// stranger's document could keep it busy for minutes. A copy has the namespaces that are used in it, and those that
    /// are listed; exclusive canonicalisation shows no others.
    static func exclusiveAlone(_ element: XMLElement, prefixes: [String] = []) throws(XMLError) -> Data {
        let trouble = XMLError(.reference, "The element '\(element.name)' has no canonical form.")
        guard let document = xmlNewDoc("1.0") else { throw trouble }
        guard let copy = xmlDocCopyNode(element.node, document, 1) else {
            xmlFreeDoc(document)
            throw trouble
        }
        xmlDocSetRootElement(document, copy)
        for name in prefixes {
            let prefix: [UInt8]? = name == "#default" ? nil : Array(name.utf8) + [0]
            guard let namespace = xmlSearchNs(element.tree.document, element.node, prefix),
                let href = namespace.pointee.href, href.pointee != 0
            else { continue }
            // One that the element declares itself stays as it is.
            xmlNewNs(copy, href, prefix)
        }
        return try exclusive(XMLTree(adopting: document, top: copy).root(), prefixes: prefixes)
    }

    /// Writes the canonical octets of an element, without one of its descendants where asked.
    ///
    /// - Throws: ``XMLError`` with `reference` when libxml2 cannot canonicalise or the result is empty: a void octet
    ///   stream has a digest like any other, and must never be taken for content. With `size` when the result is larger
    ///   than any honest one: namespaces are written wherever they are used, so that a small document can have a form
    ///   that fills any memory.
    static func exclusive(
        _ element: XMLElement, without left: XMLElement? = nil, prefixes: [String] = []
    ) throws(XMLError) -> Data {
        guard let output = xmlAllocOutputBuffer(nil) else {
            throw XMLError(.reference, "The element cannot be canonicalised.")
        }
        defer { xmlOutputBufferClose(output) }
        var subtree = Subtree(apex: element.node, left: left?.node, output: output)
        // What has no canonical form is refused below; libxml2 would tell standard error of it too.
        let handler = tvsim_silence_errors()
        defer { tvsim_restore_errors(handler) }
        let written = withUnsafeMutablePointer(to: &subtree) { context in
            withCStrings(prefixes) { list in
                xmlC14NExecute(
                    element.tree.document, isVisible, context, Int32(XML_C14N_EXCLUSIVE_1_0.rawValue), list, 0, output)
            }
        }
        guard !subtree.isFull else {
            throw XMLError(
                .size, "The canonical form of <\(element.name)> has more than \(XMLLimits.canonicalBytes) bytes.")
        }
        let count = xmlBufUse(output.pointee.buffer)
        guard written >= 0, count > 0, let content = xmlBufContent(output.pointee.buffer) else {
            throw XMLError(.reference, "The element '\(element.name)' has no canonical form.")
        }
        return Data(bytes: content, count: count)
    }

    /// Whether a node stands in the subtree: it or an ancestor is the apex, and none is the element left out.
    ///
    /// Once there is too much, nothing more does.
    private static let isVisible: @convention(c) (UnsafeMutableRawPointer?, xmlNodePtr?, xmlNodePtr?) -> Int32 = {
        context, node, parent in
        guard let context, let node else { return 0 }
        let subtree = context.assumingMemoryBound(to: Subtree.self)
        guard xmlBufUse(subtree.pointee.output.pointee.buffer) <= XMLLimits.canonicalBytes else {
            subtree.pointee.isFull = true
            return 0
        }
        let (apex, left) = (subtree.pointee.apex, subtree.pointee.left)
        // A namespace arrives as another struct in a node's clothes: its place is its parent's.
        var next: xmlNodePtr? = node.pointee.type == XML_NAMESPACE_DECL ? parent : node
        while let current = next {
            if current == left { return 0 }
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
