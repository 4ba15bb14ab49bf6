import TVSimEntitlementAPI
import TVSimWorld

private let ripping = "Stream ripping: a stream plays without a valid authorization."
private let contracts = "A breach of contracts with MVPDs, and no monitoring."

// What an app does with decisions.
extension Rule {
    static let decisions: [Rule] = [
        Rule(
            .authorizeFirst, .mandatory, .decisions, "The app plays what an authorization has just permitted.",
            trigger: "The test marks `play`.", why: contracts,
            chosen: "A mark without a resource is about whatever was permitted last. Several resources may play at "
                + "once, each after an authorization of its own.",
            needs: [.facts, .bodies, .marks],
            by: [
                .mandatory("Preauthorization Phase", "Preauthorization Decisions Retrieval"),
                .mandatory("Authorization Phase", "Authorization Decisions Retrieval"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            // What may play, in the order of the authorizations.
            var permitted: [String] = []
            var denied: Set<String> = []
            for moment in install.moments {
                if let fact = moment.request, fact.endpoint == .authorize {
                    for decision in fact.answer?.decisions ?? [] {
                        // A new decision replaces an earlier one.
                        permitted.removeAll { $0 == decision.resource }
                        guard decision.authorized else {
                            denied.insert(decision.resource)
                            continue
                        }
                        denied.remove(decision.resource)
                        permitted.append(decision.resource)
                    }
                }
                guard let mark = moment.mark, mark.event == .play else { continue }
                assessment.exercise()
                // A mark without a resource is about whatever was permitted last.
                if let place = mark.resource.map(permitted.firstIndex(of:)) ?? permitted.indices.last {
                    permitted.remove(at: place)
                    continue
                }
                let resource = mark.resource ?? "a resource"
                if denied.contains(resource) {
                    assessment.find(
                        [moment], "\(resource) plays, but its last authorization was denied",
                        instead: "play only what an authorization permits", isTelling: true)
                } else {
                    assessment.find(
                        [moment], "\(resource) plays without an authorization since its last play",
                        instead: "ask for an authorization before each playback")
                }
            }
            return assessment
        },
        Rule(
            .tokenVerified, .mandatory, .decisions, "The media token of what plays is verified before it plays.",
            trigger: "The test marks `play` of what an authorization permitted.", why: ripping,
            chosen:
                "The marks of an app and of its server may cross: 10 seconds after the mark `play` count as before it. A "
                + "mark without a token or a resource is about the token that was issued last. If the test marks no "
                + "verification at all, it may not see the server, and the finding is recommended.",
            needs: [.facts, .bodies, .marks],
            by: [
                .faq("Authorization Phase", 7), .recommended("Authorization Phase", "Media Tokens Validation"),
                .mediaTokens("Media Token Verifier"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var issued: [String: String] = [:]
            var last: String?
            var verified: [String: Install.ObservedEvent] = [:]
            var plays: [(moment: Install.ObservedEvent, token: String)] = []
            for moment in install.moments {
                for decision in moment.request?.answer?.decisions ?? [] {
                    guard let token = decision.token?.pseudonym else { continue }
                    issued[decision.resource] = token
                    last = token
                }
                guard let mark = moment.mark else { continue }
                // A mark without a token or a resource is about the token that was issued last.
                let token = mark.token ?? mark.resource.map { issued[$0] } ?? last
                guard let token else { continue }
                if mark.event == .tokenVerified { verified[token] = verified[token] ?? moment }
                if mark.event == .play { plays.append((moment, token)) }
            }
            for (moment, token) in plays {
                assessment.exercise()
                let resource = moment.mark?.resource ?? "a resource"
                guard let verification = verified[token] else {
                    assessment.find(
                        [moment], "\(resource) plays with a media token that is not verified",
                        instead: "verify the token on your server, and mark tokenVerified in the test",
                        // A test that marks no verification may not see the server that verifies.
                        as: verified.isEmpty ? .recommended : nil)
                    continue
                }
                let late = verification.gap(since: moment)
                guard verification.number > moment.number, late > 10 else { continue }
                assessment.find(
                    [moment, verification],
                    "\(resource) plays, and its media token is verified \(seconds(late)) s later",
                    instead: "verify the token before the stream begins")
            }
            return assessment
        },
        Rule(
            .tokenOnce, .mandatory, .decisions, "A media token is verified once, and before its end.",
            trigger: "The test marks `tokenVerified` with a token that the world has issued.", why: ripping,
            needs: [.facts, .bodies, .marks],
            by: [.mediaTokens("Media Tokens")]
        ) { install, _ in
            var assessment = Assessment()
            var ends: [String: Int64] = [:]
            var uses: [String: Install.ObservedEvent] = [:]
            for moment in install.moments {
                for token in (moment.request?.answer?.decisions ?? []).compactMap(\.token) {
                    ends[token.pseudonym] = token.notAfter
                }
                guard let mark = moment.mark, mark.event == .tokenVerified, let token = mark.token else { continue }
                if ends[token] != nil { assessment.exercise() }
                if let earlier = uses[token] {
                    assessment.find(
                        [earlier, moment], "a media token is verified twice",
                        instead: "ask for an authorization before each playback")
                } else if let end = ends[token], moment.time > Double(end) / 1000 {
                    assessment.find(
                        [moment],
                        "a media token is verified \(seconds(moment.time - Double(end) / 1000)) s after its end",
                        instead: "verify the token as soon as it is issued")
                }
                uses[token] = moment
            }
            return assessment
        },
        Rule(
            .resourceLimit, .recommended, .decisions,
            "A decision is asked for no more resources than the MVPD allows.",
            trigger: "The app asks for a decision, and the service decides or says that there are too many.",
            why: "HTTP 403, and no decision.",
            by: [.faq("Preauthorization Phase", 9), .faq("Authorization Phase", 11)]
        ) { install, _ in
            var assessment = Assessment()
            for moment in install.requests {
                guard let fact = moment.request, fact.isDecision, let answer = fact.answer else { continue }
                // An answer with another error says nothing about the number.
                if answer.isSuccess { assessment.exercise() }
                guard answer.errors.contains(where: { $0.code == EnhancedErrorCode.tooManyResources.name }) else {
                    continue
                }
                assessment.find(
                    [moment],
                    "\(fact.endpoint?.name ?? "") names \(fact.resources.map { "\($0.count)" } ?? "too many") resources",
                    instead: "ask for fewer at a time: usually 5 to preauthorize, and 1 to authorize")
            }
            return assessment
        },
        Rule(
            .preauthKept, .mandatory, .decisions, "The app keeps permitted preauthorizations while it runs.",
            trigger: "The app preauthorizes a second time in a launch that the test marks.",
            why: "Overloaded resources, latency, and HTTP 429.",
            chosen: "A session or a logout begins anew, because another user may sign in.",
            needs: [.facts, .bodies, .marks],
            by: [
                .mandatory("Preauthorization Phase", "Preauthorization Decisions Caching"),
                .faq("Preauthorization Phase", 4),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var permitted: [String: (moment: Install.ObservedEvent, resources: Set<String>)] = [:]
            for moment in install.moments {
                if moment.mark?.event == .launch { permitted = [:] }
                guard let fact = moment.request else { continue }
                // Another user may have signed in.
                if [Endpoint.session, .partnerSession, .logout].contains(fact.endpoint) { permitted = [:] }
                guard fact.endpoint == .preauthorize, let integration = fact.integration else { continue }
                let kept = permitted[integration]
                if let kept, let resources = fact.resources {
                    assessment.exercise()
                    let again = resources.filter(kept.resources.contains)
                    if !again.isEmpty {
                        assessment.find(
                            [kept.moment, moment], "\(again.joined(separator: ", ")) is asked for again",
                            instead: "keep the permitted resources in memory")
                    }
                }
                guard let decisions = fact.answer?.decisions else { continue }
                let now = Set(decisions.filter(\.authorized).map(\.resource))
                permitted[integration] = (moment, now.union(kept?.resources ?? []))
            }
            return assessment
        },
    ]
}
