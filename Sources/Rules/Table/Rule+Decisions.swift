import EntitlementAPI
import SimulatedWorld

private let contracts = "A breach of contracts with MVPDs, and no monitoring."

// What an app does with decisions.
extension Rule {
    static let decisions: [Rule] = [
        Rule(
            "authorize-first", .mandatory, .decisions, "The app plays what an authorization has just permitted.",
            trigger: "The test marks `play`.", why: contracts, needs: [.facts, .marks],
            by: [
                .mandatory("Preauthorization Phase", "Preauthorization Decisions Retrieval"),
                .mandatory("Authorization Phase", "Authorization Decisions Retrieval"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var permitted: Set<String> = []
            for moment in install.moments {
                if let fact = moment.request, fact.endpoint == "authorize" {
                    for decision in fact.answer?.decisions ?? [] where decision.authorized {
                        permitted.insert(decision.resource)
                    }
                }
                guard let mark = moment.mark, mark.event == .play else { continue }
                assessment.exercise()
                // A mark without a resource is about whatever was permitted last.
                let isPermitted = mark.resource.map(permitted.contains) ?? !permitted.isEmpty
                permitted = []
                guard !isPermitted else { continue }
                assessment.find(
                    [moment], "\(mark.resource ?? "a resource") plays without an authorization since the last play",
                    instead: "ask for an authorization before each playback")
            }
            return assessment
        },
        Rule(
            "resource-limit", .mandatory, .decisions, "A decision is asked for no more resources than the MVPD allows.",
            trigger: "The app asks for a decision.", why: "HTTP 403, and no decision.",
            by: [.faq("Preauthorization Phase", 9), .faq("Authorization Phase", 11)]
        ) { install, _ in
            var assessment = Assessment()
            for moment in install.requests {
                guard let fact = moment.request, fact.isDecision, let answer = fact.answer else { continue }
                assessment.exercise()
                guard answer.errors.contains(where: { $0.code == EnhancedErrorCode.tooManyResources.name }) else {
                    continue
                }
                assessment.find(
                    [moment], "\(fact.endpoint ?? "") names \(fact.resources?.count ?? 0) resources",
                    instead: "ask for fewer at a time: usually 5 to preauthorize, and 1 to authorize")
            }
            return assessment
        },
        Rule(
            "preauth-kept", .mandatory, .decisions, "The app keeps permitted preauthorizations while it runs.",
            trigger: "The app preauthorizes a second time in a launch that the test marks.",
            why: "Overloaded resources, latency, and HTTP 429.", needs: [.facts, .marks],
            by: [
                .mandatory("Preauthorization Phase", "Preauthorization Decisions Caching"),
                .faq("Preauthorization Phase", 4),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var permitted: [String: (moment: Install.Moment, resources: Set<String>)] = [:]
            for moment in install.moments {
                if moment.mark?.event == .launch { permitted = [:] }
                guard let fact = moment.request else { continue }
                // Another user may have signed in.
                if ["session", "partnerSession", "logout"].contains(fact.endpoint) { permitted = [:] }
                guard fact.endpoint == "preauthorize", let integration = fact.integration else { continue }
                let kept = permitted[integration]
                if let kept {
                    assessment.exercise()
                    let again = (fact.resources ?? []).filter(kept.resources.contains)
                    if !again.isEmpty {
                        assessment.find(
                            [kept.moment, moment], "\(again.joined(separator: ", ")) is asked for again",
                            instead: "keep the permitted resources in memory")
                    }
                }
                let now = Set((fact.answer?.decisions ?? []).filter(\.authorized).map(\.resource))
                permitted[integration] = (moment, now.union(kept?.resources ?? []))
            }
            return assessment
        },
    ]
}
