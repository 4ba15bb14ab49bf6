import CLibXML2
package import Foundation

/// A document that was read safely: size first, then libxml2 without entities, network or recovery, and no DTD at all.
///
/// Unchecked: nobody changes the tree after it is parsed; canonicalisation and reading do not write to it.
package final class XMLTree: @unchecked Sendable {
    let document: xmlDocPtr

    /// Reads a document.
    ///
    /// - Throws: ``XMLError`` with the policy that the document violates.
    package init(_ bytes: Data, limits: XMLLimits = XMLLimits()) throws(XMLError) {
        XMLLibrary.prepare()
        guard bytes.count <= limits.bytes else {
            throw XMLError(.size, "The document has \(bytes.count) bytes; at most \(limits.bytes) are read.")
        }
        guard !bytes.isEmpty else { throw XMLError(.wellFormed, "The document is empty.") }
        guard let context = xmlNewParserCtxt() else { throw XMLError(.wellFormed, "The parser cannot be made.") }
        defer { xmlFreeParserCtxt(context) }
        // A DTD is refused as soon as its name is read, before a single declaration of it is.
        context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            guard let context else { return }
            let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
            parser.pointee._private = UnsafeMutableRawPointer(bitPattern: 1)
            xmlStopParser(parser)
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = bytes.withUnsafeBytes { buffer in
            xmlCtxtReadMemory(
                context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, nil,
                Int32(options))
        }
        if context.pointee._private != nil {
            if let parsed { xmlFreeDoc(parsed) }
            throw XMLError(.dtd, "The document has a document type declaration, which SAML does not allow.")
        }
        guard let parsed else { throw XMLError(.wellFormed, "The document is not well-formed XML.") }
        document = parsed
        guard parsed.pointee.intSubset == nil else {
            xmlFreeDoc(parsed)
            throw XMLError(.dtd, "The document has a document type declaration, which SAML does not allow.")
        }
    }

    deinit {
        xmlFreeDoc(document)
    }
}
