/// The rules about a response as a document: its elements, its XML, its characters and its Base64.
enum DocumentRequirements {
    private static let core = "SAML Core 2.0, "

    static let all: [RequirementRow] = elements + documents + encodings

    private static let elements: [RequirementRow] = [
        .required("version", "The version must be 2.0.", core + "4.1", "wrongVersion assertionWrongVersion"),
        .required("messageName", "The message must be a Response.", core + "3.3.3", "notResponse"),
        .required(
            "requiredAttributes", "A response has an ID, and an assertion an ID and an IssueInstant.", core + "2.3.3",
            "noResponseID noAssertionID noIssueInstant"),
        .required(
            "assertionPresent", "A successful response must have an assertion.", "SAML Profiles 2.0, 4.1.4.2",
            "noAssertion"),
        .required(
            "namespaces", "An element is known by its namespace and its name, and not by its prefix.",
            "Namespaces in XML 1.0, 2.1", "otherPrefixes prefixRebound"),
        .required("attributeOrder", "The order of XML attributes has no meaning.", "XML 1.0, 3.1", "attributeOrder"),
    ]

    private static let documents: [RequirementRow] = [
        .choice(
            "documentType", "A document type is refused.", "S-168",
            """
            doctype commentInDoctype externalEntity externalSubset parameterEntity entityBomb attributeDefault
            """),
        .required(
            "wellFormed", "A document that is not well-formed must not be accepted.", "XML 1.0, 2.1",
            """
            truncated trailingContent nullCharacter contentBehindNull unknownEntity markBeforeDeclaration notXML
            """),
        .required(
            "namespaceWellFormed", "Each prefix must be declared, and a name has at most one colon.",
            "Namespaces in XML 1.0, 7", "undeclaredPrefix doubleColonName"),
        .required("xmlDeclaration", "A document may begin with an XML declaration.", "XML 1.0, 2.8", "xmlDeclaration"),
        .choice(
            "size", "A document above the limits is refused.", "S-160",
            "deepNesting manyAttributes manyElements longText largeDocument"),
    ]

    private static let encodings: [RequirementRow] = [
        .required(
            "unicode", "UTF-8 and UTF-16 must be read, with a byte order mark too.", "XML 1.0, 4.3.3",
            "utf16LittleEndian utf16BigEndian utf8Mark"),
        .required(
            "encodingErrors", "A document in another encoding than its own, or with invalid bytes, is an error.",
            "XML 1.0, 4.3.3", "utf16Declared utf8DeclaredWide invalidUTF8 overlongUTF8 surrogateUTF8"),
        .choice("otherEncodings", "Other encodings are refused.", "S-24", "latinDeclared utf32 otherEncoding"),
        .required("base64", "Base64 may have lines.", "SAML Bindings 2.0, 3.5.4", "wrappedBase64"),
        .required(
            "base64Once", "The response is encoded in Base64 once, and not compressed.", "SAML Bindings 2.0, 3.5.4",
            "doubleBase64 deflatedResponse deflateBomb"),
        .choice(
            "base64Form", "Base64 has the standard alphabet, the right padding and nothing behind it.", "S-169",
            "urlSafeBase64 plusAsBlank unpaddedBase64 secondBase64 paddingTooLong looseBits"),
    ]
}
