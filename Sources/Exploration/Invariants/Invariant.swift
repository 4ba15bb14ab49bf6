import TVSimDevice
import TVSimSDKVocabulary
import TVSimScenario

/// A rule that every flow keeps, as a pure function over what was observed.
///
/// The rules are stated from the vendor's documents. They share no code with the simulated SDK, which they judge.
package struct Invariant: Sendable, CustomStringConvertible {
    /// The name on the command line.
    package let name: String
    /// The rule, in one sentence.
    package let sentence: String
    /// The document and the section that state it.
    package let source: String
    private let judge: @Sendable (FlowHistory) -> BrokenInvariant?

    init(
        _ name: String, _ sentence: String, by source: String,
        _ judge: @escaping @Sendable (FlowHistory) -> BrokenInvariant?
    ) {
        self.name = name
        self.sentence = sentence
        self.source = source
        self.judge = judge
    }

    /// Creates a rule that judges one step after the other.
    init(
        _ name: String, _ sentence: String, by source: String,
        each judge: @escaping @Sendable (StepContext) -> (reason: String, expect: [String]?)?
    ) {
        self.init(name, sentence, by: source) { history in
            var past = Past()
            for index in history.steps.indices {
                let moment = StepContext(step: history.steps[index], before: history.world(before: index), past: past)
                if let found = judge(moment) {
                    return BrokenInvariant(step: index, reason: found.reason, expect: found.expect)
                }
                past.add(history.steps[index], after: moment.before)
            }
            return nil
        }
    }

    /// Returns the first step of a history that breaks the rule; `nil` if none does.
    package func finding(in history: FlowHistory) -> BrokenInvariant? { judge(history) }

    package var description: String { name }

    /// The rules of this package, in the order in which they are checked.
    package static let all = authentication + callbacks + authorization + tokens

    /// Returns the violation of the earliest step, by the first of the rules that it breaks; `nil` if all hold.
    package static func violation(of invariants: [Invariant], in history: FlowHistory) -> Violation? {
        var first: Violation?
        for invariant in invariants {
            guard let finding = invariant.finding(in: history), finding.step < first?.step ?? .max else { continue }
            first = Violation(
                rule: invariant.name, sentence: invariant.sentence, source: invariant.source, step: finding.step,
                reason: finding.reason, expect: finding.expect)
        }
        return first
    }
}

/// A step that breaks a rule.
package struct BrokenInvariant: Sendable, Hashable {
    /// The index of the step.
    package let step: Int
    /// What happened instead, in one sentence.
    package let reason: String
    /// The callbacks that the rule demands, as lines of `expect`; `nil` if callbacks cannot express it.
    package let expect: [String]?
}

/// A broken rule, of this package or of the user.
package struct Violation: Sendable, Hashable {
    /// The name of the rule.
    package var rule: String
    /// The rule, in one sentence.
    package var sentence: String
    /// The document that states it; `nil` for a rule of the user.
    package var source: String?
    /// The index of the step that breaks it.
    package var step: Int
    /// What happened instead, in one sentence.
    package var reason: String
    /// The callbacks that the rule demands, as lines of `expect`; `nil` if callbacks cannot express it.
    package var expect: [String]?

    /// Creates a violation.
    package init(
        rule: String, sentence: String, source: String? = nil, step: Int, reason: String, expect: [String]? = nil
    ) {
        self.rule = rule
        self.sentence = sentence
        self.source = source
        self.step = step
        self.reason = reason
        self.expect = expect
    }
}

/// One step, what held before it, and what the steps before it have done.
struct StepContext {
    let step: ObservedStep
    let before: ObservedWorld
    let past: Past

    /// The step as the past of the next one sees it.
    var pastWithStep: Past {
        var past = past
        past.add(step, after: before)
        return past
    }

    /// Whether the app may use the system-level account before or after the step.
    var mayUseAccount: Bool { before.access == .granted || step.world.access == .granted }

    /// Whether the callbacks of the step belong to its call alone: the SDK is configured, no sign-in or logout is open,
    /// and nothing disturbed the step.
    var isUndisturbed: Bool {
        past.isConfigured && !past.hasOpenFlow && !step.isDisturbed && !step.waitsForRequestor
    }
}

extension ObservedStep {
    /// Returns the callbacks as lines of `expect`, with some of them replaced; those without a line are left out.
    func lines(_ line: (ReceivedCallback) -> String? = { $0.expectation }) -> [String] { callbacks.compactMap(line) }
}

extension ReceivedCallback {
    /// The callback as a line of `expect`, without the address of a page.
    var expectation: String { name == .navigateToUrl ? "navigateToUrl(…)" : text }
}
