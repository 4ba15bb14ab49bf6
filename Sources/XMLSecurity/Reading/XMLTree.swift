import CLibXML2
package import Foundation

/// A safely parsed document.
///
/// The size is checked first. libxml2 then parses without entities, network, recovery and DTD. The counts and
/// identifiers of the whole document are checked last. Each document has its own parser.
///
/// Unchecked: the tree never changes after it is parsed; canonicalisation and reading do not write to it.
package final class XMLTree: @unchecked Sendable {
    /// The parser options: no network access and no messages.
    ///
    /// `NOENT`, which reads files, and options that load or recover must never be added.
    private static let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue

    let document: xmlDocPtr
    let top: xmlNodePtr
    /// The values of the attribute `ID` in the document; each occurs once.
    package let identifiers: Set<String>

    /// Parses a document.
    ///
    /// - Throws: ``XMLError`` with the policy that the document violates.
    package init(_ bytes: Data, limits: XMLLimits = XMLLimits()) throws(XMLError) {
        XMLLibrary.prepare()
        guard bytes.count <= limits.bytes else {
            throw XMLError(.size, "The document has \(bytes.count) bytes; the maximum is \(limits.bytes).")
        }
        guard !bytes.isEmpty else { throw XMLError(.wellFormed, "The document is empty.") }
        if limits.isOfStrangers { try XMLOctets(bytes).check() }
        let parsed = try Self.parse(bytes)
        guard let top = xmlDocGetRootElement(parsed) else {
            xmlFreeDoc(parsed)
            throw XMLError(.wellFormed, "The document has no element.")
        }
        var survey = XMLSurvey(limits: limits)
        do {
            try survey.visit(top)
        } catch {
            xmlFreeDoc(parsed)
            throw error
        }
        document = parsed
        self.top = top
        identifiers = survey.identifiers
    }

    /// Takes ownership of a document built from parts of a parsed one.
    init(adopting document: xmlDocPtr, top: xmlNodePtr) {
        self.document = document
        self.top = top
        identifiers = []
    }

    deinit {
        xmlFreeDoc(document)
    }

    private static func parse(_ bytes: Data) throws(XMLError) -> xmlDocPtr {
        guard let context = xmlNewParserCtxt() else { throw XMLError(.wellFormed, "The XML parser cannot be created.") }
        defer { xmlFreeParserCtxt(context) }
        // A DTD is rejected as soon as its name is read, before its first declaration.
        context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            guard let context else { return }
            let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
            parser.pointee._private = UnsafeMutableRawPointer(bitPattern: 1)
            xmlStopParser(parser)
        }
        let handler = tvsim_silence_errors()
        defer { tvsim_restore_errors(handler) }
        let parsed = bytes.withUnsafeBytes { buffer in
            xmlCtxtReadMemory(
                context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, nil,
                Int32(options))
        }
        if context.pointee._private != nil || parsed?.pointee.intSubset != nil {
            if let parsed { xmlFreeDoc(parsed) }
            throw XMLError(.dtd, "The document has a document type declaration, which SAML does not allow.")
        }
        guard let parsed else { throw XMLError(.wellFormed, "The document is not well-formed XML.") }
        guard context.pointee.wellFormed == 1, context.pointee.nsWellFormed == 1 else {
            xmlFreeDoc(parsed)
            throw XMLError(.wellFormed, "The document is not well-formed XML with namespaces.")
        }
        return parsed
    }
}
