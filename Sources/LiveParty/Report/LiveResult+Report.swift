import TVSimFixtures
package import TVSimReports
import TVSimStructuredText

extension LiveResult {
    /// Returns the report of a run: a group for each requirement, violated ones first.
    ///
    /// - Parameter isVerbose: Whether the text has a line for each case.
    /// - Returns: The report, whose form `json` is this value.
    package func report(verbose isVerbose: Bool = false) -> Report {
        let order: [Requirement.Verdict] = [.violated, .unclear, .holds, .notShown]
        let sorted = (requirements + untested).enumerated().sorted { left, right in
            let places = [left, right].map { order.firstIndex(of: $0.element.verdict) ?? 0 }
            return (places[0], left.offset) < (places[1], right.offset)
        }
        var report = Report(
            "tvsim live \(word)",
            title: isIdentityProvider
                ? "\(name): an identity provider" : "\(name): a service provider's SAML responses",
            groups: [about] + sorted.map { group(of: $0.element, isVerbose) }, closing: closing, numbers: numbers)
        let copy = self
        report.own[.json] = { try JSONText.line(copy) }
        return report
    }

    private var isIdentityProvider: Bool { party == "identityProvider" }
    /// The command that tests such a party.
    private var word: String { isIdentityProvider ? "idp" : "sp" }

    /// The requirements of which no case was sent.
    private var untested: [Requirement] {
        var seen = Set(requirements.map(\.id))
        let all =
            isIdentityProvider
            ? IdentityProviderPlan.cases.map(\.requirement) : FixtureCatalog.requirements.map { PartyRequirement($0) }
        let known = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return notRun.map(\.requirement).filter { seen.insert($0).inserted }.map { id in
            Requirement(
                id: id, sentence: known[id]?.sentence ?? id, section: known[id]?.section ?? "",
                strength: known[id]?.isRequired == false ? "choice" : "required", verdict: .notShown, cases: [])
        }
    }

    /// The group that says who was tested, and how answers were read.
    private var about: Report.Group {
        var learnt = Report.Case("live.\(word).run", "calibration")
        if let stopped { (learnt.verdict, learnt.message, learnt.lines) = (.error, stopped, stoppedBecause) }
        learnt.output = [
            "entity ID: \(entityID)", "address: \(address)", "from \(started) to \(ended), \(requests) requests",
            "\(tool), catalogue \(catalogue)", "our certificate: SHA-256 \(keys.signing)",
            calibration.map { "calibrated: \($0.text)" } ?? "not calibrated",
            "This is not a certification, and not made by the vendor of the service.",
        ]
        let head = cases.filter(\.forged).map { "FORGED \($0.name): signed in as the forged user" }
        return Report.Group(
            "This run", cases: [learnt], text: (calibration.map { ["calibrated: \($0.text)"] } ?? []) + head,
            value: keys)
    }

    private func group(of requirement: Requirement, _ isVerbose: Bool) -> Report.Group {
        let own = cases.filter { $0.requirement == requirement.id }
        let className = "live.\(word).\(requirement.id)"
        let skipped = notRun.filter { $0.requirement == requirement.id }.map { each in
            var found = Report.Case(className, each.name, each.mistake ? .error : .skipped)
            found.message = each.mistake ? "not run: our mistake: \(each.reason)" : "not run: \(each.reason)"
            return found
        }
        let lines = isVerbose ? own.map { "      \($0.verdict.rawValue)  \($0.name)\($0.remarks)" } : []
        let title =
            requirement.section.isEmpty
            ? requirement.sentence
            : "\(requirement.sentence) (\(requirement.section))"
        return Report.Group(
            title, cases: own.map { reported($0, className) } + skipped,
            text: line(of: requirement, own).map { [$0] + lines } ?? lines, value: requirement)
    }

    private func reported(_ each: Case, _ className: String) -> Report.Case {
        var found = Report.Case(className, each.name)
        found.duration = .seconds(each.seconds)
        found.message = "\(each.verdict.rawValue), expected \(each.expected.rawValue)\(each.remarks): \(each.summary)"
        found.lines = each.evidence
        if let stale = each.stale {
            (found.verdict, found.message) = (.failed, "\(stale): \(found.message)")
        } else if each.isWrong {
            let isOpen = [.unclear, .noAnswer].contains(each.verdict)
            found.verdict = !fails(each) ? .skipped : isOpen ? .error : .failed
        }
        return found
    }

    /// Returns what a reader at a terminal must know of a requirement; `nil` if it holds.
    private func line(of requirement: Requirement, _ own: [Case]) -> String? {
        let wrong = own.filter { $0.isWrong || $0.stale != nil }
        guard !wrong.isEmpty else { return nil }
        let isFailed = wrong.contains(where: fails)
        let mark = isFailed ? "FAIL  " : wrong.allSatisfy(\.known) ? "known " : "note  "
        let parts = Dictionary(grouping: wrong) { $0.stale ?? $0.verdict.rawValue }.sorted { $0.key < $1.key }.map {
            "\($0.value.count) of \(own.count) \(own.count == 1 ? "case" : "cases") \($0.key): "
                + $0.value.map { named($0) }.joined(separator: ", ")
        }
        return "\(mark)\(requirement.strength)  \(requirement.sentence) (\(requirement.section)) "
            + parts.joined(separator: "; ")
    }

    /// Returns the name of a case; of an identity provider with what was seen, because not every case is a message.
    private func named(_ each: Case) -> String {
        each.name + (isIdentityProvider ? each.note.map { " (\($0))" } ?? "" : "")
    }

    /// What came of all cases, in one line.
    package var numbers: String {
        func right(_ verdict: LiveVerdict) -> Int { cases.count { $0.expected == verdict && !$0.isWrong } }
        let open = cases.count { $0.isWrong && !$0.known && [.unclear, .noAnswer].contains($0.verdict) }
        let known = cases.count(where: \.known)
        let wrong = cases.count(where: \.isWrong) - open - known
        let reasons = Dictionary(grouping: notRun, by: \.reason).map { ($0.value.count, $0.key) }
            .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { "\($0.0) \($0.1)" }
        let left = notRun.isEmpty ? "" : "; \(notRun.count) not run (\(reasons.joined(separator: ", ")))"
        return "\(cases.count) cases: \(right(.refused)) refused and \(right(.accepted)) accepted as expected, "
            + "\(wrong) wrong, \(known) known, \(open) unclear\(left)"
    }

    private var closing: [String] {
        var lines = stopped.map { ["the run ended: \($0)"] + stoppedBecause } ?? []
        if let changes {
            lines.append(
                "against the earlier run: new: \(changes.new.isEmpty ? "none" : changes.new.joined(separator: ", ")); "
                    + "gone: \(changes.gone.isEmpty ? "none" : changes.gone.joined(separator: ", "))")
        }
        let adobe =
            isIdentityProvider
            ? ["Adobe's pages were read as of 2026-05-25. Only Adobe decides about an onboarding."] : []
        let ours = isIdentityProvider ? "service provider" : "identity provider"
        return lines + [numbers] + adobe
            + ["When you are done, remove our \(ours) from the party's configuration."]
    }
}

extension LiveResult.Case {
    /// What a reader must know beside the verdict.
    fileprivate var remarks: String {
        let parts = [
            forged ? "as the forged user" : nil, weak ? "by words alone" : nil, known ? "known" : nil, note,
        ].compactMap(\.self)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}

extension LiveResult.Learnt {
    /// The marks for people.
    fileprivate var text: String {
        func shown(_ marks: [String]) -> String {
            let words = marks.filter { $0.hasPrefix("page=") || $0.hasPrefix("probe=") }
            let others = marks.filter { !words.contains($0) && !$0.hasPrefix("hops=") }
            let first = words.prefix(3).map { "'\($0.drop { $0 != "=" }.dropFirst())'" }
            return marks.isEmpty
                ? "nothing in common"
                : (others + (first.isEmpty ? [] : ["the words \(first.joined(separator: ", "))"])).joined(
                    separator: ", ")
        }
        let why = [
            "name": "the subject's name is shown", "configured": "as configured", "defects": "six defects differ",
            "stranger": "an unknown issuer is refused",
        ]
        return "accepted = \(shown(accepted)); refused = \(shown(refused)) (signed: \(signed); proof: "
            + "\(why[proof.rawValue] ?? proof.rawValue))"
    }
}
