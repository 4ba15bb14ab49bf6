import SAML

/// Writes the rows of responses.
enum ResponseRows {
    /// What comes of a response at the service and in the app.
    enum Outcome {
        /// The service refuses, and the app is told so when it asks.
        case refused
        /// The service believes it, which answers an attribute query and needs less than a sign-in.
        case believed
        /// The provider itself refuses, by its status.
        case rejected
    }

    /// A row whose defect has a name: what it is and what it resembles stands where it is made.
    static func row(
        _ name: String, _ family: FixtureCase.Family, _ policy: ValidationFailure.Policy?,
        _ signature: ResponseRecipe.Signature = .genuine, _ outcome: Outcome = .refused, why: String,
        but exceptions: [ResponseRecipe.Exception] = [], isDefective: Bool = true,
        _ change: (inout ResponseRecipe) -> Void = { _ in }
    ) -> FixtureCase {
        let defect = ResponseDefect(rawValue: name)
        return made(
            name, family, defect?.summary ?? "", .named(defect ?? .none), policy, signature, outcome, why: why,
            resembles: defect?.resembles, but: exceptions, isDefective: isDefective, change)
    }

    /// A row whose defect is the catalogue's own.
    static func made(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, _ defect: ResponseRecipe.Defect,
        _ policy: ValidationFailure.Policy?, _ signature: ResponseRecipe.Signature = .genuine,
        _ outcome: Outcome = .refused, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = [], isDefective: Bool = true,
        _ change: (inout ResponseRecipe) -> Void = { _ in }
    ) -> FixtureCase {
        var recipe = ResponseRecipe()
        recipe.defect = defect
        recipe.verdict = policy
        recipe.signature = signature
        recipe.exceptions = exceptions
        switch outcome {
        case .refused: break
        case .believed: (recipe.service, recipe.app) = (.accepted, .accepted)
        case .rejected: recipe.app = .rejected
        }
        change(&recipe)
        return FixtureCase(
            name, family, summary, why: why, resembles: resembles, isDefective: isDefective, .response(recipe))
    }

    /// An honest twin: nothing is wrong, and it must be believed.
    static func honest(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, _ outcome: Outcome = .believed, why: String,
        resembles: String? = nil, _ signature: ResponseRecipe.Signature = .genuine,
        but exceptions: [ResponseRecipe.Exception] = [], _ change: (inout ResponseRecipe) -> Void = { _ in }
    ) -> FixtureCase {
        made(
            name, family, summary, .none, nil, signature, outcome, why: why, resembles: resembles, but: exceptions,
            isDefective: false, change)
    }

    static func xmlsec(accepts: Bool, _ why: String) -> ResponseRecipe.Exception {
        .init(judge: "xmlsec1", accepts: accepts, why: why)
    }

    static func signxml(accepts: Bool, _ why: String) -> ResponseRecipe.Exception {
        .init(judge: "signxml", accepts: accepts, why: why)
    }
}
