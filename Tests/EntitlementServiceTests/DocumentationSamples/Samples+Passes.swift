import TVSimEntitlementAPI

// The samples about temporary passes, which stand on three pages.
extension DocumentationSample {
    static let basic = "TempPass_TEST40"
    static let promotional = "flexibleTempPass"

    /// What a pass is in, and what the samples call it.
    private enum State: String {
        case available, timeOver = "the time is over", usedUp = "the resources are used up"
        case misconfigured = "the configuration gives no access", nobody = "nobody is named"

        /// The enhanced error; `nil`: the pass holds.
        var error: (status: Int64, code: String, action: String)? {
            switch self {
            case .available: nil
            case .timeOver: (403, "temporary_access_duration_limit_exceeded", "authentication")
            case .usedUp: (403, "temporary_access_resources_limit_exceeded", "authentication")
            case .misconfigured: (500, "invalid_configuration_temporary_access", "configuration")
            case .nobody: (400, "invalid_header_identity_for_temporary_access", "none")
            }
        }

        func circumstances(_ mvpd: String, of provider: String, watched: [String]) -> [SampleCircumstance] {
            func watching(_ resources: [String]) -> SampleCircumstance {
                .watched(resources, mvpd: mvpd, serviceProvider: provider)
            }
            switch self {
            case .available: return watched.isEmpty ? [] : [watching(watched)]
            case .timeOver: return [watching(["res01"]), .later(SampleWorld.pass.duration)]
            case .usedUp: return [watching(["res01", "res02", "res03", "res04", "res05"])]
            case .misconfigured: return [.unusablePass(mvpd: mvpd)]
            case .nobody: return []
            }
        }
    }

    private static let states: [(mvpd: String, states: [State])] = [
        (basic, [.available, .timeOver, .misconfigured]),
        (promotional, [.available, .timeOver, .usedUp, .misconfigured, .nobody]),
    ]

    /// The rows of a page of profiles: what stands in a pass's way refuses the request.
    static func passes(
        page: Page, basic: Int, promotional: Int, session: (String) -> [SampleCircumstance],
        request: (String) -> SampleRequest
    ) -> [DocumentationSample] {
        states.flatMap { mvpd, states in
            states.map { state in
                let isPromotional = mvpd == Self.promotional
                var row = DocumentationSample(
                    page: page, number: isPromotional ? promotional : basic, title: "\(mvpd), \(state.rawValue)",
                    circumstances: session(mvpd)
                        + state.circumstances(
                            mvpd, of: "REF30", watched: isPromotional ? ["res04", "res02", "res03", "res01"] : []),
                    request: named(request(mvpd), isPromotional && state != .nobody),
                    answer: SampleShape.profiles([
                        mvpd: isPromotional ? SampleShape.promotionalPass : SampleShape.basicPass
                    ]))
                guard let error = state.error else { return row }
                row.status = Int(error.status)
                row.answer = .json(SampleShape.error(error.status, error.code, error.action))
                row.deviations = [.trace()]
                // Two samples of one page give these errors another action than the table and the other pages do.
                if page == .profile, isPromotional, state == .timeOver || state == .misconfigured {
                    row.answer = .json(SampleShape.error(error.status, error.code, "none"))
                    row.deviations.append(
                        .member(
                            "action", is: .word(error.action),
                            because: "the table of enhanced errors gives this code the action '\(error.action)'"))
                }
                return row
            }
        }
    }

    /// The rows of authorization: what stands in a pass's way is said inside the decision.
    static let passesOfAuthorize: [DocumentationSample] = states.flatMap { mvpd, states in
        states.map { state in
            let isPromotional = mvpd == promotional
            var members = SampleShape.permit
            if let error = state.error {
                members = ["error": SampleShape.error(error.status, error.code, error.action)]
            }
            return DocumentationSample(
                page: .authorize, number: isPromotional ? 5 : 4, title: "\(mvpd), \(state.rawValue)",
                circumstances: state.circumstances(mvpd, of: "apasstest1", watched: []),
                request: named(
                    .post(
                        "/api/v2/apasstest1/decisions/authorize/\(mvpd)", .accessToken, .device,
                        body: .json(#"{ "resources": ["REF30"] }"#)), isPromotional && state != .nobody),
                answer: SampleShape.decisions(
                    SampleShape.decision("REF30", of: "apasstest1", mvpd: mvpd, source: "temppass", members)),
                deviations: state.error == nil ? [] : [.trace(at: "decisions", "0", "error")])
        }
    }

    private static func named(_ request: SampleRequest, _ isNamed: Bool) -> SampleRequest {
        var request = request
        if isNamed { request.headers.append(.identity) }
        return request
    }
}
