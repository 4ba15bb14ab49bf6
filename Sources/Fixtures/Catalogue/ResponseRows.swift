import TVSimSAML

/// Creates the catalogue's cases of responses.
enum ResponseRows {
    /// The outcome of a response at the service and in the app.
    enum Outcome {
        /// The service rejects the response, and the app learns it when it requests a sign-in.
        case refused
        /// The service accepts the response, because an attribute query has fewer requirements than a sign-in.
        case accepted
        /// The provider returns an error status.
        case rejected
    }

    /// Creates a case for a named defect; the defect provides the summary and the resembled vulnerability.
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

    /// Creates a case for a defect that only the catalogue has.
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
        case .accepted: (recipe.service, recipe.app) = (.accepted, .accepted)
        case .rejected: recipe.app = .rejected
        }
        change(&recipe)
        return FixtureCase(
            name, family, summary, why: why, resembles: resembles, isDefective: isDefective, .response(recipe))
    }

    /// Creates a case without a defect, which must be accepted.
    static func valid(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, _ outcome: Outcome = .accepted, why: String,
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
