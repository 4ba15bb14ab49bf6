import SAML

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
            why: "The signed response is found by its ID, and the evil one around it is the root that is read."),
        row("xsw2", why: "The signed response stands beside its signature, and the root around both is evil."),
        row(
            "xsw3", why: "The first assertion is read, and the second one is verified."),
        row("xsw4", why: "The outer assertion is read, and the inner one is verified."),
        row("xsw5", why: "The assertion that holds the signature is not the one that it signs."),
        row(
            "xsw6", .structure, .broken,
            why: "The signed assertion hides in the signature, where no reader of assertions looks."),
        row("xsw7", why: "Extensions may hold anything, so a schema check does not object."),
        row(
            "xsw8", .structure, .broken,
            why: "An Object may hold anything, so a schema check does not object.",
            but: [
                ResponseRows.signxml(
                    accepts: true,
                    "signxml takes a signature out only where it stands inside the element referred to, not around it")
            ]),
        row(
            "honestInExtensions",
            why: "The signature is found by a search and is good; the assertion that is read stands where one belongs."),
        row(
            "digestElsewhere", .signature, .broken,
            why: "A search for any DigestValue in the document finds this one first, and the changed content fits it."),
        row(
            "decoySignature",
            why: "Of two readers one goes by local names and finds the decoy, the other the signature."),
        row(
            "confusedSignature", .structure, .absent,
            why: "A reader that goes by local names believes a signature that to all others is none."),
        row(
            "evilAssertionLast", why: "The last assertion is read where a list is folded into one value."),
        row(
            "sameIDTwice", .identifier, .broken,
            why: "Of two elements with one ID one library verifies the first and another reads the last."),
        row(
            "otherIDAttribute", .reference, .broken,
            why: "Id and xml:id are not SAML's ID, and a library that takes all three can be pointed anywhere."),
        row(
            "honestInAdvice", .reference,
            why: "Advice holds assertions legitimately: the signed one is there, and means nothing."),
        row("evilInStatusDetail", why: "A search for any assertion in the document finds this one first."),
        row("responseInResponse", why: "An honest response inside an evil one makes the evil one look verified."),
        row(
            "assertionAddedToRefusal", .structure, .broken, .rejected,
            why: "Anybody gets a signed refusal; an assertion is added, and the refusal overlooked."),
        row(
            "duplicateID", .identifier, .broken,
            why: "Response and assertion share an ID, and each reader resolves it to the one that it knows."),
        row(
            "strangeID", .identifier, .genuine,
            why: "An ID that is put into an expression chooses elements by itself."),
    ]
}
