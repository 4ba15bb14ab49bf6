/// The requests of a case in the notation of `requests.json`.
struct ExchangeText: Encodable {
    private struct Step: Encodable {
        var request: Request?
        var expected: Expected?
        var event: String?
    }

    private struct Request: Encodable {
        let method: String
        let path: String
        /// The value `null` removes a default header.
        let headers: [String: String?]?
        let form: [String: String]?
        let json: String?
    }

    private struct Expected: Encodable {
        let status: Int
        let code: String?
        let members: [String: String]?
    }

    private let steps: [Step]
    private let world: String
    private let keepsToken: Bool

    init(_ recipe: ExchangeRecipe) {
        world = recipe.profile
        keepsToken = recipe.keepsToken
        steps = recipe.steps.map { step in
            Step(
                request: step.request.map {
                    Request(
                        method: $0.method, path: $0.path, headers: $0.headers.isEmpty ? nil : $0.headers,
                        form: $0.form, json: $0.json)
                },
                expected: step.answer.map {
                    Expected(
                        status: $0.verdict.status, code: $0.verdict.code, members: $0.members.isEmpty ? nil : $0.members
                    )
                }, event: step.event)
        }
    }
}
