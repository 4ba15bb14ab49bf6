package import TVSimWorld

/// Judges histories by rules, world by world, and collects what it finds.
package struct RuleJudge: Sendable {
    /// What came of one rule so far.
    private struct Tally: Sendable {
        var isExercised = false
        var broken = Findings()
        var waived = Findings()
        /// What was missing where the rule could not be judged.
        var missing: Set<Rule.Evidence> = []
    }

    /// Findings of one rule: all are counted, and the first of the most severe are kept.
    private struct Findings: Sendable {
        private(set) var kept: [(found: RuleReport.Found, severity: Rule.Severity)] = []
        private(set) var count = 0

        /// The severity of the most severe; `nil` without findings.
        var severity: Rule.Severity? { kept.first?.severity }

        mutating func add(_ found: RuleReport.Found, _ severity: Rule.Severity) {
            count += 1
            let place = kept.firstIndex { $0.severity.rank > severity.rank } ?? kept.endIndex
            kept.insert((found, severity), at: place)
            if kept.count > RuleJudge.most { kept.removeLast() }
        }
    }

    /// The largest number of findings of a rule that a report names, of broken and of waived ones each.
    package static let most = 20

    private let rules: [Rule]
    private var tallies: [Tally]
    /// Why rules are waived, by rule.
    private var reasons: [RuleID: String] = [:]

    /// The test that used a world, as its runner told.
    package struct Test: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its file; `nil` if it is not known.
        package var file: String?
        /// Its line, from 1; `nil` if it is not known.
        package var line: Int?

        /// Creates a test.
        package init(name: String, file: String? = nil, line: Int? = nil) {
            (self.name, self.file, self.line) = (name, file, line)
        }
    }

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
    ///   - test: The test that used the world; `nil` if none has said so.
    package mutating func judge(
        _ history: History, named name: String? = nil, by settings: RuleSettings = .init(), of test: Test? = nil
    ) {
        let waivers = Waivers(settings, history)
        for (rule, reason) in waivers.reasons where reasons[rule] == nil { reasons[rule] = reason }
        for (part, installs) in history.installs.enumerated() {
            let devices = installs.flatMap(\.ofDevices)
            for (index, rule) in rules.enumerated() {
                let judged = (rule.scope == .client ? installs : devices).filter {
                    rule.party != .sdk || $0.usesSDK
                }
                for finding in assess(judged, by: index, settings) {
                    add(finding, of: index, in: name, test, waived: waivers.reason(for: rule.id, finding, in: part))
                }
            }
        }
    }

    /// Judges the installs of a part of a history by a rule.
    ///
    /// - Returns: The findings, each once.
    private mutating func assess(_ installs: [Install], by index: Int, _ settings: RuleSettings) -> [Finding] {
        let rule = rules[index]
        var assessments: [Assessment] = []
        for install in installs {
            let missing = rule.needs.filter { !install.has($0, settings) }
            tallies[index].missing.formUnion(missing)
            // Requests and bodies that were not seen make nothing of what was seen better. Without the rest, nothing is known.
            guard missing.isSubset(of: [.facts, .beginning, .bodies]) else { continue }
            var assessment = rule.judge(install, settings)
            if missing.isEmpty, assessment.isExercised { tallies[index].isExercised = true }
            // What a mark or a call lacks, a request that was not seen may have done.
            if missing.contains(.facts) { assessment.findings.removeAll(where: \.isOfWorld) }
            assessments.append(assessment)
        }
        return Self.merged(assessments)
    }

    /// Returns the findings of several installs, each once.
    private static func merged(_ assessments: [Assessment]) -> [Finding] {
        // A mark or a call of a framework belongs to no client: each one that may have made it must have broken the rule.
        let broken = assessments.filter(\.isExercised).map { Set($0.findings.map(\.entries)) }
        let findings = assessments.flatMap(\.findings).filter { finding in
            !finding.isOfWorld || broken.allSatisfy { $0.contains(finding.entries) }
        }
        // Each install may say something else of them: one of these findings stays.
        let told = Set(findings.filter(\.isTelling).map(\.entries))
        var entries: Set<[Int]> = []
        var found: Set<Finding> = []
        return findings.filter { finding in
            guard finding.isOfWorld else { return found.insert(finding).inserted }
            return finding.isTelling == told.contains(finding.entries) && entries.insert(finding.entries).inserted
        }
    }

    private mutating func add(
        _ finding: Finding, of index: Int, in world: String?, _ test: Test?, waived waiver: String?
    ) {
        let severity = finding.severity ?? rules[index].severity
        let own = RuleReport.Found(
            world: world, test: test?.name, file: test?.file, line: test?.line, entries: finding.entries,
            reason: finding.reason, instead: finding.instead, waiver: waiver)
        // The waiver of one world is none of another's.
        if waiver == nil {
            tallies[index].broken.add(own, severity)
        } else {
            tallies[index].waived.add(own, severity)
        }
    }

    /// The report about everything that was judged.
    package var report: RuleReport {
        RuleReport(
            rules: zip(rules, tallies).map { rule, tally in
                let verdict: Verdict =
                    if tally.broken.count > 0 {
                        .broken
                    } else if tally.waived.count > 0 {
                        .waived
                    } else if tally.isExercised {
                        .held
                    } else if !tally.missing.isEmpty {
                        .notObservable
                    } else {
                        .notExercised
                    }
                return RuleReport.Judged(
                    id: rule.id.rawValue, verdict: verdict,
                    severity: tally.broken.severity ?? tally.waived.severity ?? rule.severity, sentence: rule.sentence,
                    trigger: rule.trigger, findings: (tally.broken.kept + tally.waived.kept).map(\.found),
                    count: tally.broken.count + tally.waived.count, missing: tally.missing.map(\.rawValue).sorted(),
                    sources: rule.sources,
                    waiver: reasons[rule.id])
            })
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
