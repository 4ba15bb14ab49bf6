import TVSimSAML

/// Signature wrapping: the signature is valid, but a careless reader reads another element than the signed one.
enum WrappingRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy = .structure,
        _ signature: ResponseRecipe.Signature = .genuine, _ outcome: ResponseRows.Outcome = .refused, why: String,
        but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .wrapping, policy, signature, outcome, why: why, but: exceptions)
    }

    static let all: [FixtureCase] = [
        row(
            "xsw1", .structure, .broken,
            why: "A verifier finds the signed response by its ID, but the reader uses the forged root around it."),
        row(
            "xsw2",
            why: "The signed response is next to its signature, and the reader uses the forged root around both."),
        row(
            "xsw3", why: "The first assertion is read, and the second one is verified."),
        row("xsw4", why: "The outer assertion is read, and the inner one is verified."),
        row("xsw5", why: "The assertion that contains the signature is not the signed one."),
        row(
            "xsw6", .structure, .broken,
            why: "The signed assertion is inside the signature, where readers do not look for assertions."),
        row(
            "xsw7",
            why: "Extensions may contain any element, so schema validation does not detect the forged assertion."),
        row(
            "xsw8", .structure, .broken,
            why: "An Object may contain any element, so schema validation does not detect the wrapped assertion.",
            but: [
                ResponseRows.signxml(
                    accepts: true,
                    "signxml removes a signature only if it is inside the referenced element, not around it")
            ]),
        row(
            "honestInExtensions",
            why: "A search finds a valid signature, but the reader uses the forged assertion at the normal position."),
        row(
            "digestElsewhere", .signature, .broken,
            why:
                "A search for any DigestValue in the document finds this one first, and it matches the changed content."
        ),
        row(
            "decoySignature",
            why: "A reader that ignores namespaces finds the decoy. Another reader finds the signature."),
        row(
            "confusedSignature", .structure, .absent,
            why: "Only a reader that ignores namespaces finds a signature here."),
        row(
            "evilAssertionLast", why: "A reader that reduces a list to one value uses the last assertion."),
        row(
            "sameIDTwice", .identifier, .broken,
            why: "Two elements have the same ID. One library verifies the first, and another reads the last."),
        row(
            "otherIDAttribute", .reference, .broken,
            why: "Id and xml:id are not SAML's ID. A library that accepts all three may verify another element."),
        row(
            "honestInAdvice", .reference,
            why: "Advice may contain assertions. The signed one is there, and the reader uses the forged one."),
        row("evilInStatusDetail", why: "A search for any assertion in the document finds the forged one first."),
        row("responseInResponse", why: "A valid response inside a forged one makes the forged one look verified."),
        row(
            "assertionAddedToRefusal", .structure, .broken, .rejected,
            why:
                "An attacker can add an assertion to a signed error response. A careless reader ignores the status."
        ),
        row(
            "duplicateID", .identifier, .broken,
            why: "The response and the assertion have the same ID, and readers resolve it differently."),
        row(
            "strangeID", .identifier, .genuine,
            why: "An ID that a reader inserts into an XPath expression can select other elements."),
    ]
}
