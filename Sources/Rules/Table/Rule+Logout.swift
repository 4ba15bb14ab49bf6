import TVSimEntitlementAPI
import TVSimWorld

private let malfunction = "An app that does not work, and confused users."

// How an app signs its user out.
extension Rule {
    static let logout: [Rule] = [
        Rule(
            .logoutOffered, .mandatory, .logout, "The app offers a logout.", trigger: "The app requests a logout.",
            why: malfunction, by: [.mandatory("Logout Phase", "Logout Support"), .faq("Logout Phase", 2)]
        ) { install, _ in
            // A suite that never logs out does not exercise the rule; nothing breaks it.
            var assessment = Assessment()
            if install.requests.contains(where: { $0.request?.endpoint == .logout }) { assessment.exercise() }
            return assessment
        },
        Rule(
            .logoutPage, .mandatory, .logout, "The app opens the MVPD's logout page.",
            trigger: "A logout is answered with the action logout, and the app has a browser.", why: malfunction,
            chosen: "An app without a browser, which says `rules.browser: false`, is not judged.",
            by: [.mandatory("Logout Phase", "Logout Support")]
        ) { install, settings in
            var assessment = Assessment()
            let opened = install.moments.compactMap { moment in moment.page.map { (moment.number, $0.kind) } }
            for moment in install.requests {
                for step in moment.request?.answer?.logouts ?? [] where step.action == "logout" {
                    guard let page = step.page, settings.browser != false else { continue }
                    assessment.exercise()
                    guard !opened.contains(where: { $0.0 > moment.number && $0.1 == page }) else { continue }
                    assessment.find(
                        [moment], "the logout page of \(step.mvpd) is not opened",
                        instead:
                            "open the answer's url in a browser; an app without one declares 'rules.browser: false'")
                }
            }
            return assessment
        },
        Rule(
            .logoutPartner, .mandatory, .logout, "The app sends its user to the settings of the device.",
            trigger: "A logout is answered with the action partner_logout.", why: malfunction,
            needs: [.facts, .bodies, .marks],
            by: [.mandatory("Logout Phase", "Logout Support"), .faq("Apple SSO", 7)]
        ) { install, _ in
            var assessment = Assessment()
            let shown = install.moments.filter { $0.mark?.event == .shownSignOutInSettings }.map(\.number)
            for moment in install.requests {
                guard moment.request?.answer?.logouts?.contains(where: { $0.action == "partner_logout" }) == true else {
                    continue
                }
                assessment.exercise()
                guard !shown.contains(where: { $0 > moment.number }) else { continue }
                assessment.find(
                    [moment], "the answer is 'partner_logout', and nothing says that the user was told",
                    instead: "tell the user to sign out in the settings, and mark shownSignOutInSettings in the test")
            }
            return assessment
        },
        Rule(
            .logoutAsked, .recommended, .logout, "Only the user signs out.", trigger: "The app requests a logout.",
            why: malfunction,
            chosen: "The user asks once for the logout of each MVPD, also if it fails and is sent again. When a logout "
                + "has succeeded, a launch that the test marks ends this, and so does another request, unless it is one "
                + "of registration.",
            needs: [.facts, .bodies, .marks], by: [.recommended("Logout Phase", "User Experience")]
        ) { install, _ in
            var assessment = Assessment()
            // The integrations that are logged out since the user asked for it; `nil` if the user did not.
            var done: Set<String>?
            for moment in install.moments {
                if moment.mark?.event == .requestedByUser { done = [] }
                if moment.mark?.event == .launch, done?.isEmpty == false { done = nil }
                guard let fact = moment.request else { continue }
                guard fact.endpoint == .logout else {
                    if !fact.isOfRegistration, done?.isEmpty == false { done = nil }
                    continue
                }
                assessment.exercise()
                let integration = fact.integration ?? ""
                if done?.contains(integration) ?? true {
                    assessment.find(
                        [moment], "a logout that nothing says the user asked for",
                        instead: "log out when the user asks, and mark requestedByUser in the test")
                }
                if fact.succeeded { done?.insert(integration) }
            }
            return assessment
        },
        Rule(
            .logoutShared, .mandatory, .logout, "The logout of a shared profile has the token that shares it.",
            trigger: "The app logs out a profile of a service or platform token.", why: malfunction, by: [.logoutFlow]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if fact.endpoint == .logout, let profile = known[fact.integration] {
                    let headers = SharedToken.headers(of: profile.type)
                    if !headers.isEmpty { assessment.exercise() }
                    if !headers.isEmpty, !headers.contains(where: { fact.header($0) != nil }) {
                        assessment.find(
                            [moment], "the logout of a \(profile.type) profile has no \(headers[0])",
                            instead: "send \(headers.joined(separator: " or ")) at logout too")
                    }
                }
                known.learn(from: fact)
            }
            return assessment
        },
    ]
}
