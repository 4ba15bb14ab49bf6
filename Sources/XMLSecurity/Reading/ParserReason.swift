import CTVSimLibXML2

/// Why libxml2 does not accept a document, with the place.
///
/// Only names and prefixes of the document are repeated, no values.
struct ParserReason: Sendable {
    private let text: String
    private let line: Int
    private let column: Int

    /// Reads the parser's first error, whose texts belong to the parser.
    init(_ error: xmlError) {
        func name(_ text: UnsafeMutablePointer<CChar>?) -> String {
            text.map { String(String(cString: $0).prefix(80)) } ?? ""
        }
        let message = error.message.map { String(cString: $0) } ?? ""
        (line, column) = (Int(error.line), Int(error.int2))
        text =
            switch xmlParserErrors(UInt32(bitPattern: error.code)) {
            case XML_NS_ERR_UNDEFINED_NAMESPACE: "the prefix '\(name(error.str1))' is not bound to a namespace"
            case XML_ERR_NAME_REQUIRED where message.hasPrefix("xmlParseEntityRef"):
                "an '&' is not escaped: it must be '&amp;'"
            case XML_ERR_ENTITYREF_SEMICOL_MISSING: "a reference with '&' has no ';'"
            case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY: "the entity '\(name(error.str1))' is unknown"
            case XML_ERR_RESERVED_XML_NAME: "the XML declaration is not at the beginning of the document"
            case XML_ERR_DOCUMENT_END: "the document continues after the end of its root element"
            case XML_ERR_DOCUMENT_EMPTY: "the document has no element"
            case XML_ERR_TAG_NOT_FINISHED: "the document ends in <\(name(error.str1))>, which has no end tag"
            case XML_ERR_TAG_NAME_MISMATCH: "the end tag of <\(name(error.str1))> is missing or has another name"
            case XML_ERR_GT_REQUIRED: "a tag is not complete"
            case XML_ERR_LT_IN_ATTRIBUTE: "the value of an attribute contains '<'"
            case XML_ERR_ATTRIBUTE_REDEFINED, XML_NS_ERR_ATTRIBUTE_REDEFINED: "an element has an attribute twice"
            case XML_ERR_ATTRIBUTE_NOT_STARTED: "the value of an attribute has no quotes"
            case XML_ERR_INVALID_CHAR: "a character is not allowed in XML"
            case XML_ERR_INVALID_ENCODING: "a character is not valid in the encoding of the document"
            default: "libxml2 says '\(String(message.prefix { $0 != "\n" }.prefix(120)))'"
            }
    }

    /// The end of an error's sentence.
    var description: String { ": \(text) (line \(line), column \(column))." }
}
