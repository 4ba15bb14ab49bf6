import TVSimSAML

/// Documents that are malformed or too large, and XML that causes its reader to fetch or expand content.
enum EncodingRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ signature: ResponseRecipe.Signature = .unreadable,
        why: String, but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .encoding, policy, signature, why: why, but: exceptions)
    }

    static let all: [FixtureCase] = documentTypes + malformed + oversized + WrittenRows.all

    private static let noTypes = ResponseRows.signxml(accepts: false, "signxml rejects every document type")

    private static let documentTypes = [
        row(
            "doctype", .dtd, .genuine,
            why: "SAML forbids document types, and parsers treat them differently.", but: [noTypes]),
        row(
            "commentInDoctype", .dtd, .genuine,
            why:
                "If a library rewrites the document type as text, the comment can end and the declaration take effect.",
            but: [noTypes]),
        row(
            "externalEntity", .dtd,
            why: "A parser that resolves the entity inserts a local file into the message, and may send it on."),
        row(
            "externalSubset", .dtd, .genuine,
            why: "A parser that loads the document type contacts a server that the sender chose.",
            but: [noTypes]),
        row(
            "parameterEntity", .dtd, .genuine,
            why: "A parser that resolves the entity contacts a server before it has read an element.", but: [noTypes]),
        row(
            "entityBomb", .dtd, why: "One kilobyte expands to a gigabyte before any check."),
        row(
            "attributeDefault", .dtd, .genuine,
            why: "A parser that reads the declaration adds attributes that another parser does not see.", but: [noTypes]
        ),
    ]

    private static let malformed = [
        row(
            "truncated", .wellFormed, why: "A parser that recovers from errors reads half a document as a complete one."
        ),
        row(
            "trailingContent", .wellFormed, why: "Some readers use the last root element of a document."),
        row("nullCharacter", .wellFormed, why: "Some readers end the text at the null character, others do not."),
        row(
            "contentBehindNull", .wellFormed,
            why: "A C parser stops at the null character. Other parsers read the rest.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 stops at the null character, and so does xmlsec1")]),
        row(
            "undeclaredPrefix", .wellFormed,
            why: "A parser that recovers from errors treats the element as one without a namespace.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 reports an error and continues, and so does xmlsec1")]),
        row(
            "doubleColonName", .wellFormed,
            why: "A parser that splits the name at one colon returns an element with another name.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 reports an error and continues, and so does xmlsec1")]),
        row("unknownEntity", .wellFormed, why: "A parser that recovers from errors omits the entity."),
        row(
            "otherEncoding", .wellFormed,
            why: "In UTF-7, plus and minus encode other characters. A filter that reads ASCII sees another document."),
        ResponseRows.made(
            "markBeforeDeclaration", .encoding, "There is a space before the XML declaration.",
            .text { " <?xml version=\"1.0\" encoding=\"UTF-8\"?>" + $0 }, .wellFormed, .unreadable,
            why: "A declaration that is not at the start is a processing instruction with a reserved name."
        ) {
            // An app removes the white space around the response before it sends it, as the vendor's documentation
            // requires.
            $0.app = .accepted
        },
        ResponseRows.made(
            "notXML", .encoding, "The response is JSON.",
            .text { _ in #"{"userID": "\#(FixtureParties.current.nameID)"}"# }, .wellFormed,
            .unreadable, why: "A reader must report an error for input that is not XML, and must not crash."),
        ResponseRows.valid(
            "xmlDeclaration", .encoding, "The document starts with an XML declaration.",
            why: "Most providers send a declaration. It is not part of the signed content."
        ) { $0.defect = .text { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + $0 } },
    ]

    private static let oversized = [
        row(
            "deepNesting", .size, .genuine,
            why: "A recursive parser needs more of its stack for each level, and must stop at a limit."),
        row(
            "manyAttributes", .size, .genuine,
            why: "A parser compares attributes with each other. A thousand attributes need up to a million comparisons."
        ),
        row("manyElements", .size, .genuine, why: "Each element needs more memory than its bytes."),
        row("longText", .size, .genuine, why: "A text that is too long for a name ends up in a database or a log."),
        row(
            "largeDocument", .size, .genuine,
            why: "A document that is read completely before validation needs a size limit."),
    ]
}
