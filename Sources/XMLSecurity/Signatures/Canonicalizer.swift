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
    }

    /// Writes the canonical octets of an element, without one of its descendants where asked.
    ///
    /// - Throws: ``XMLError`` with `reference` when libxml2 cannot canonicalise or the result is empty: a void octet
    ///   stream has a digest like any other, and must never be taken for content.
    static func exclusive(
        _ element: XMLElement, without left: XMLElement? = nil, prefixes: [String] = []
    ) throws(XMLError) -> Data {
        var subtree = Subtree(apex: element.node, left: left?.node)
        var sink = Sink()
        // What has no canonical form is refused below; libxml2 would tell standard error of it too.
        let handler = tvsim_silence_errors()
        defer { tvsim_restore_errors(handler) }
        let written = try withUnsafeMutablePointer(to: &sink) { sink throws(XMLError) in
            guard let buffer = xmlOutputBufferCreateIO(take, nil, sink, nil) else {
                throw XMLError(.reference, "The element cannot be canonicalised.")
            }
            let written = withUnsafeMutablePointer(to: &subtree) { context in
                withCStrings(prefixes) { list in
                    xmlC14NExecute(
                        element.tree.document, isVisible, context, Int32(XML_C14N_EXCLUSIVE_1_0.rawValue), list, 0,
                        buffer)
                }
            }
            // Hands over what is still in the buffer.
            return min(written, xmlOutputBufferClose(buffer))
        }
        guard !sink.isFull else {
            throw XMLError(
                .size, "The canonical form of <\(element.name)> has more than \(XMLLimits.canonicalBytes) bytes.")
        }
        guard written >= 0, !sink.octets.isEmpty else {
            throw XMLError(.reference, "The element '\(element.name)' has no canonical form.")
        }
        return sink.octets
    }

    /// Where the canonical octets go, as many as are taken: namespaces are written wherever they are used, so that a
    /// small document can have a form that fills any memory.
    private struct Sink {
        var octets = Data()
        var isFull = false
    }

    /// Takes the next canonical octets; after an error libxml2 writes no more.
    private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
        context, octets, count in
        guard let context, let octets else { return -1 }
        let sink = context.assumingMemoryBound(to: Sink.self)
        guard sink.pointee.octets.count + Int(count) <= XMLLimits.canonicalBytes else {
            sink.pointee.isFull = true
            return -1
        }
        UnsafeRawPointer(octets).withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            sink.pointee.octets.append($0, count: Int(count))
        }
        return count
    }

    /// Whether a node stands in the subtree: it or an ancestor is the apex, and none is the element left out.
    private static let isVisible: @convention(c) (UnsafeMutableRawPointer?, xmlNodePtr?, xmlNodePtr?) -> Int32 = {
        context, node, parent in
        guard let context, let node else { return 0 }
        let subtree = context.assumingMemoryBound(to: Subtree.self).pointee
        // A namespace arrives as another struct in a node's clothes: its place is its parent's.
        var next: xmlNodePtr? = node.pointee.type == XML_NAMESPACE_DECL ? parent : node
        while let current = next {
            if current == subtree.left { return 0 }
            if current == subtree.apex { return 1 }
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
