import CTVSimLibXML2
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
        if limits.isOfStrangers { try XMLOctets(bytes).check(limits) }
        let parsed = try Self.parse(bytes, limits)
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

    /// The state of the parser's callbacks, which stop it early.
    private struct ParserState {
        let namespacesInScope: Int
        var error: XMLError?
        /// The reason of the first error that the parser reports.
        var reason: ParserReason?
    }

    private static func parse(_ bytes: Data, _ limits: XMLLimits) throws(XMLError) -> xmlDocPtr {
        guard let context = xmlNewParserCtxt() else { throw XMLError(.wellFormed, "The XML parser cannot be created.") }
        defer { xmlFreeParserCtxt(context) }
        // A DTD is rejected as soon as its name is read, before its first declaration.
        context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            XMLTree.stop(
                context,
                XMLError(.dtd, "The document has a document type declaration, which SAML does not allow."))
        }
        // libxml2 searches all namespaces in scope at each element, so too many stop it before the next element.
        context.pointee.sax.pointee.startElementNs = {
            context, name, prefix, namespace, count, namespaces, attributeCount, defaultedCount, attributes in
            if count > 0, let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let limit = parser.pointee._private?.assumingMemoryBound(to: ParserState.self).pointee
                    .namespacesInScope,
                XMLSurvey.namespacesInScope(of: parser.pointee.node) + Int(count) > limit
            {
                XMLTree.stop(context, XMLSurvey.tooManyNamespaces(limit))
            } else {
                xmlSAX2StartElementNs(
                    context, name, prefix, namespace, count, namespaces, attributeCount, defaultedCount, attributes)
            }
        }
        context.pointee.sax.pointee.serror = { context, error in
            guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
                let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let state = parser.pointee._private?.assumingMemoryBound(to: ParserState.self),
                state.pointee.reason == nil
            else { return }
            state.pointee.reason = ParserReason(error.pointee)
        }
        let handler = tvsim_silence_errors()
        defer { tvsim_restore_errors(handler) }
        var state = ParserState(namespacesInScope: limits.namespacesInScope)
        let parsed = withUnsafeMutablePointer(to: &state) { state in
            context.pointee._private = UnsafeMutableRawPointer(state)
            return bytes.withUnsafeBytes { buffer in
                xmlCtxtReadMemory(
                    context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, nil,
                    Int32(options))
            }
        }
        if let error = state.error {
            if let parsed { xmlFreeDoc(parsed) }
            throw error
        }
        let reason = state.reason?.description ?? "."
        guard let parsed else { throw XMLError(.wellFormed, "The document is not well-formed XML\(reason)") }
        guard context.pointee.wellFormed == 1, context.pointee.nsWellFormed == 1 else {
            xmlFreeDoc(parsed)
            throw XMLError(.wellFormed, "The document is not well-formed XML with namespaces\(reason)")
        }
        return parsed
    }

    /// Stops the parser with an error.
    private static func stop(_ context: UnsafeMutableRawPointer?, _ error: XMLError) {
        guard let context else { return }
        let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
        parser.pointee._private?.assumingMemoryBound(to: ParserState.self).pointee.error = error
        xmlStopParser(parser)
    }
}
