package import SimulatedWorld

/// Judges histories by rules, world by world, and collects what it finds.
package struct RuleJudge: Sendable {
    /// What came of one rule so far.
    private struct Tally: Sendable {
        var isExercised = false
        var findings: [(world: String?, finding: Finding)] = []
        var count = 0
        /// What was missing where the rule could not be judged.
        var missing: Set<Rule.Evidence> = []
    }

    /// The largest number of findings of a rule that a report names.
    package static let most = 20

    private let rules: [Rule]
    private var tallies: [Tally]
    private var waivers: [String: String] = [:]

    /// Creates a judge.
    ///
    /// - Parameter rules: The rules.
    package init(_ rules: [Rule] = Rule.all) {
        self.rules = rules
        tallies = rules.map { _ in Tally() }
    }

    /// Judges the history of a world.
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - name: The world's name; `nil` for the served world.
    ///   - settings: What the world's profile says about the app.
    package mutating func judge(_ history: History, named name: String? = nil, by settings: RuleSettings = .init()) {
        for waiver in settings.waivers where waivers[waiver.rule] == nil { waivers[waiver.rule] = waiver.reason }
        let installs = history.installs
        for (index, rule) in rules.enumerated() {
            // Calls of a framework belong to every install of their world, and are found once.
            var found: Set<Finding> = []
            for install in installs where rule.party != .sdk || install.usesSDK {
                let missing = rule.needs.filter { !install.has($0, settings) }
                tallies[index].missing.formUnion(missing)
                // Requests and bodies that were not seen make nothing of what was seen better. Without the rest, nothing is known.
                guard missing.isSubset(of: [.facts, .beginning, .bodies]) else { continue }
                let assessment = rule.judge(install, settings)
                for finding in assessment.findings where found.insert(finding).inserted {
                    tallies[index].count += 1
                    if tallies[index].findings.count < Self.most {
                        tallies[index].findings.append((name, finding))
                    }
                }
                if missing.isEmpty, assessment.isExercised { tallies[index].isExercised = true }
            }
        }
    }

    /// The report about everything that was judged.
    package var report: RuleReport {
        RuleReport(
            rules: zip(rules, tallies).map { rule, tally in
                let verdict: Verdict =
                    if tally.count > 0 {
                        waivers[rule.id] == nil ? .broken : .waived
                    } else if tally.isExercised {
                        .held
                    } else if !tally.missing.isEmpty {
                        .notObservable
                    } else {
                        .notExercised
                    }
                return RuleReport.Judged(
                    id: rule.id, verdict: verdict,
                    severity: Self.severity(of: rule, tally.findings.map(\.finding)), sentence: rule.sentence,
                    trigger: rule.trigger,
                    findings: tally.findings.map { world, finding in
                        .init(
                            world: world, entries: finding.entries, reason: finding.reason, instead: finding.instead)
                    }, count: tally.count, missing: tally.missing.map(\.rawValue).sorted(), sources: rule.sources,
                    waiver: waivers[rule.id])
            })
    }

    /// Returns the severity of what was found: that of the rule, unless each finding has a lower one.
    private static func severity(of rule: Rule, _ findings: [Finding]) -> Rule.Severity {
        guard let first = findings.first?.severity, findings.allSatisfy({ $0.severity == first }) else {
            return rule.severity
        }
        return first
    }
}

extension Install {
    /// Returns whether the install's history has evidence of a sort.
    func has(_ evidence: Rule.Evidence, _ settings: RuleSettings) -> Bool {
        switch evidence {
        case .facts: !hasUnseenRequests
        case .beginning: isWhole
        case .marks: hasMarks
        case .framework: usesFramework
        case .calls: hasCalls
        case .platform: platform != nil
        case .screen: settings.screen != nil
        case .architecture: settings.architecture != nil
        case .times: hasTimes
        case .tokens: hasTokens
        case .bodies: hasBodies
        }
    }
}
