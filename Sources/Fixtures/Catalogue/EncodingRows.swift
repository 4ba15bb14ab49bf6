import SAML

/// Documents that are malformed or too large, and XML that causes its reader to fetch or expand content.
enum EncodingRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ signature: ResponseRecipe.Signature = .unreadable,
        why: String, but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .encoding, policy, signature, why: why, but: exceptions)
    }

    static let all: [FixtureCase] = documentTypes + malformed + oversized + WrittenRows.all

    private static let noTypes = ResponseRows.signxml(accepts: false, "signxml refuses every document type")

    private static let documentTypes = [
        row(
            "doctype", .dtd, .genuine,
            why: "SAML forbids document types; what one parser takes from it another ignores.", but: [noTypes]),
        row(
            "commentInDoctype", .dtd, .genuine,
            why: "Written anew by a library that reads it as text, the comment can end and the declaration begin.",
            but: [noTypes]),
        row(
            "externalEntity", .dtd, why: "The reader puts a file of its own into the message, and may send it on."),
        row(
            "externalSubset", .dtd, .genuine, why: "The reader fetches an address that the sender chose.",
            but: [noTypes]),
        row(
            "parameterEntity", .dtd, .genuine,
            why: "The reader fetches an address before it has read a single element.", but: [noTypes]),
        row(
            "entityBomb", .dtd, why: "A kilobyte grows to gigabytes before anything is checked."),
        row(
            "attributeDefault", .dtd, .genuine,
            why: "A parser that reads the declaration adds attributes that another never sees.", but: [noTypes]),
    ]

    private static let malformed = [
        row("truncated", .wellFormed, why: "A parser that recovers reads half a document as a whole one."),
        row(
            "trailingContent", .wellFormed, why: "A second root is read by whoever takes the last one."),
        row("nullCharacter", .wellFormed, why: "Text ends at the null for one reader, and not for another."),
        row(
            "contentBehindNull", .wellFormed,
            why: "A parser in C takes the null for the end, and what follows is for whoever reads on.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 ends at the null, and so does xmlsec1")]),
        row(
            "undeclaredPrefix", .wellFormed,
            why: "A parser that recovers takes the element for one without a namespace.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 calls it an error and goes on, and so does xmlsec1")]),
        row(
            "doubleColonName", .wellFormed,
            why: "A parser that cuts the name at one colon writes an element of another name.",
            but: [ResponseRows.xmlsec(accepts: true, "libxml2 calls it an error and goes on, and so does xmlsec1")]),
        row("unknownEntity", .wellFormed, why: "A parser that recovers leaves a hole where the entity stood."),
        row(
            "otherEncoding", .wellFormed,
            why: "In UTF-7 plus and minus are markup: a filter that reads ASCII sees another document."),
        ResponseRows.made(
            "markBeforeDeclaration", .encoding, "A blank stands before the XML declaration.",
            .text { " <?xml version=\"1.0\" encoding=\"UTF-8\"?>" + $0 }, .wellFormed, .unreadable,
            why: "A declaration that is not the first thing is a processing instruction of a forbidden name."
        ) {
            // An app removes the white space around the response before it sends it, as the vendor's documentation
            // requires.
            $0.app = .accepted
        },
        ResponseRows.made(
            "notXML", .encoding, "The response is JSON.", .text { _ in #"{"userID": "subscriber"}"# }, .wellFormed,
            .unreadable, why: "What is no XML at all must be refused in words, not by a crash."),
        ResponseRows.honest(
            "xmlDeclaration", .encoding, "The document begins with an XML declaration.",
            why: "Most providers send one; it is not part of what is signed."
        ) { $0.defect = .text { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + $0 } },
    ]

    private static let oversized = [
        row(
            "deepNesting", .size, .genuine, why: "A parser that calls itself for each level runs out of stack."),
        row(
            "manyAttributes", .size, .genuine,
            why: "Attributes are compared with each other: a thousand cost a million."),
        row("manyElements", .size, .genuine, why: "Each element costs more memory than its octets."),
        row("longText", .size, .genuine, why: "A text that no name can have ends in a database or a log."),
        row("largeDocument", .size, .genuine, why: "What is read whole before it is judged must have a limit."),
    ]
}
