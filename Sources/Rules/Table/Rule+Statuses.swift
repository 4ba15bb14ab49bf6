import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import VideoSubscriberAccount

private let refused = "HTTP 400, and no single sign-on."
private let statusHeader = "AP-Partner-Framework-Status"

// The status of the partner's framework, and the identity of a promotional pass.
extension Rule {
    static let statuses: [Rule] = [
        Rule(
            .statusSent, .mandatory, .headers, "The app sends the framework's status where single sign-on needs it.",
            trigger: "The app calls a partner endpoint, or uses an appleSSO profile.", why: refused,
            by: [.faq("Apple SSO", 3), .partnerFlows("Retrieve partner authentication request")]
        ) { install, _ in
            var known = KnownProfiles()
            return install.each { fact, moment, assessment in
                defer { known.learn(from: fact) }
                let isOfPartner = fact.endpoint == .partnerSession || fact.endpoint == .partnerProfile
                let uses = fact.isDecision || fact.endpoint == .profile
                let isShared = uses && known[fact.integration]?.type == "appleSSO"
                guard isOfPartner || isShared else { return }
                assessment.exercise()
                guard fact.header(statusHeader) == nil else { return }
                assessment.find(
                    [moment], "\(fact.text) has no \(statusHeader)", instead: "ask the framework, and send its status")
            }
        },
        Rule(
            .statusForm, .mandatory, .headers, "The framework's status has its required members.",
            trigger: "The app sends AP-Partner-Framework-Status.", why: refused, by: [.header(statusHeader)]
        ) { install, _ in
            var told: [JSONValue] = []
            return install.each { fact, moment, assessment in
                guard let header = fact.header(statusHeader), let value = header.value else { return }
                assessment.exercise()
                guard !told.contains(value) else { return }
                told.append(value)
                for problem in header.problem.map({ [$0] }) ?? FrameworkStatus(value).problems {
                    assessment.find(
                        [moment], "\(statusHeader): \(problem)",
                        instead: "send the members that the header's page requires")
                }
            }
        },
        Rule(
            .statusTrue, .mandatory, .headers, "The framework's status is what the framework answered.",
            trigger: "The app sends AP-Partner-Framework-Status after the framework answered it.", why: refused,
            chosen: "The end of an account that the framework has named after that end is what the framework gave. "
                + "An archive of the simulator does not have the framework, so the end is not judged there.",
            by: [.appleCookbook("Workflow, B. Check Authentication Phase"), .faq("Apple SSO", 3)]
        ) { install, _ in
            var assessment = Assessment()
            // What the framework answered last, by app: calls of the framework belong to no client.
            var answers: [String: (moment: Install.ObservedEvent, access: Set<String>)] = [:]
            // When it named an account.
            var named: Double?
            for moment in install.moments {
                switch moment.event {
                case .access(let decision):
                    // An answer without a status of access says nothing new of it.
                    guard let permission = decision.permission else { continue }
                    answers[decision.app] = (moment: moment, access: [permission.rawValue])
                case .metadata(let step):
                    if step.effect == .metadata { named = moment.time }
                    if let access = step.access { answers[step.app] = (moment, access) }
                default: break
                }
                guard let value = moment.request?.header(statusHeader)?.value else { continue }
                let status = FrameworkStatus(value)
                // Without an answer of the framework only the end of the status can be judged.
                if !answers.isEmpty { assessment.exercise() }
                // The framework may itself have named an account that had ended; the app then sends what it was told.
                if let end = status.expires, end <= moment.time, status.access == "granted", install.hasTimes,
                    named.map({ $0 < end }) ?? true
                {
                    assessment.find(
                        [moment], "the status ended \(seconds(moment.time - end)) s before",
                        instead: "ask the framework again; if its account has ended, sign the user in at the MVPD")
                }
                let last = answers.values.max { $0.moment.number < $1.moment.number }
                if let last, let sent = status.access, !answers.values.contains(where: { $0.access.contains(sent) }) {
                    let given = last.access.sorted().joined(separator: "' or '")
                    assessment.find(
                        [last.moment, moment], "the status says '\(sent)', and the framework answered '\(given)'",
                        instead: "send what the framework answered")
                }
            }
            return assessment
        },
        Rule(
            .statusFresh, .recommended, .headers, "The app asks the framework again before it sends its status.",
            trigger: "The app sends its status after it came to the foreground, or after the permission or the account "
                + "changed.", why: refused,
            chosen: "A launch that the test marks counts as one to the foreground.",
            needs: [.facts, .framework], by: [.appleCookbook("Workflow, D. Decisions Phase"), .faq("Apple SSO", 3)]
        ) { install, _ in
            var assessment = Assessment()
            var change: Install.ObservedEvent?
            var isAsked = false
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .foreground || mark.event == .launch:
                    (change, isAsked) = (moment, false)
                case .command(let command) where command.changesFramework: (change, isAsked) = (moment, false)
                case .access, .metadata: isAsked = true
                case .request(let fact):
                    guard let cause = change, fact.header(statusHeader) != nil else { continue }
                    change = nil
                    assessment.exercise()
                    guard !isAsked else { continue }
                    assessment.find(
                        [cause, moment], "the status is sent without asking the framework since the change",
                        instead: "ask the framework when the app comes to the foreground")
                default: break
                }
            }
            return assessment
        },
        Rule(
            .passHashed, .recommended, .headers, "A digest names the user of a promotional pass.",
            trigger: "The app sends AP-TempPass-Identity with a digest or an e-mail address.",
            why: "Personal data outside of the programmer's systems.",
            chosen: "16 hexadecimal digits or more are taken for a digest. Another text is not judged, and no JSON "
                + "object with an e-mail address: the sample of the header's page has one.",
            by: [.promotionalPass, .header("AP-TempPass-Identity", "Examples")]
        ) { install, _ in
            install.each { fact, moment, assessment in
                let form = fact.header("AP-TempPass-Identity")?.secret
                // Another text may be a digest in another form, or a name. What an archive has removed is malformed.
                if form == HeaderFact.digest { assessment.exercise() }
                guard form == HeaderFact.address else { return }
                assessment.find(
                    [moment], "AP-TempPass-Identity has an e-mail address", instead: "send a digest of the address")
            }
        },
    ]
}

extension MetadataStep {
    /// The statuses of access that the answer leaves possible; `nil` if it does not say it.
    fileprivate var access: Set<String>? {
        switch effect {
        case .metadata, .empty: [AccessPermission.granted.rawValue]
        case .error where error == "accessNotGranted":
            Set(AccessPermission.allCases.map(\.rawValue)).subtracting([AccessPermission.granted.rawValue])
        default: nil
        }
    }
}

extension CommandDecision {
    /// Whether the command changes what the framework answers.
    fileprivate var changesFramework: Bool {
        let names = ["permission", "setPermission", "resetPermission", "signIn", "signOut", "expireAccount"]
        return refusal == nil && names.contains(command)
    }
}
