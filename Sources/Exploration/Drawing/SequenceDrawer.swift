package import TVSimCore
package import TVSimScenario
import TVSimStructuredText

/// Draws sequences of steps: new ones, and changed ones of those that visited something new.
package struct SequenceDrawer: Sendable {
    /// The largest number of steps of a new sequence.
    static let longest = 24

    private let drawer: StepDrawer
    private let allows: @Sendable (FlowStep.Action) -> Bool

    /// Creates a drawer.
    ///
    /// - Parameters:
    ///   - drawer: Draws the steps.
    ///   - allows: Whether a step may be part of a sequence; by default, every step may.
    package init(_ drawer: StepDrawer, where allows: @escaping @Sendable (FlowStep.Action) -> Bool = { _ in true }) {
        self.drawer = drawer
        self.allows = allows
    }

    /// Draws a sequence.
    ///
    /// - Parameters:
    ///   - corpus: The sequences that visited something new when they ran.
    ///   - generator: The source of chance.
    /// - Returns: The steps; at least one.
    package func sequence(
        from corpus: [[FlowStep.Action]], _ generator: inout SeededGenerator
    ) -> [FlowStep.Action] {
        guard !generator.happens(onceIn: 2), let known = generator.element(of: corpus), !known.isEmpty else {
            let length = 2 + generator.next(below: Self.longest - 1)
            return fill(opening(&generator), to: length, &generator)
        }
        // Most new things are close behind a way that is new itself, so the sequence is extended.
        var steps = known
        if generator.happens(onceIn: 2) { steps = Array(steps.prefix(1 + generator.next(below: steps.count))) }
        if generator.happens(onceIn: 3) { steps[generator.next(below: steps.count)] = step(&generator) }
        let length = min(steps.count + 1 + generator.next(below: 6), 2 * Self.longest)
        return fill(Array(steps.prefix(length - 1)), to: length, &generator)
    }

    /// Draws the state in which an app is launched: the permission, the account, the user's answers, the requestor.
    ///
    /// Each of these steps is left out in some sequences, so that every order occurs.
    private func opening(_ generator: inout SeededGenerator) -> [FlowStep.Action] {
        let vocabulary = drawer.vocabulary
        var notations: [JSONValue] = []
        if !generator.happens(onceIn: 3) { notations.append(["permission": "granted"]) }
        if !generator.happens(onceIn: 3), let viewer = answers(vocabulary, &generator) {
            notations.append(["viewer": viewer])
        }
        if !generator.happens(onceIn: 6) { notations.append(["setRequestor": .string(vocabulary.requestor)]) }
        return notations.compactMap(drawer.action).filter(allows)
    }

    /// Draws a user who answers every dialog.
    private func answers(_ vocabulary: Vocabulary, _ generator: inout SeededGenerator) -> JSONValue? {
        guard let choice = generator.element(of: vocabulary.choices),
            let subscriber = generator.element(of: choice.subscribers),
            let mvpd = generator.element(of: vocabulary.mvpds),
            let person = generator.element(of: vocabulary.subscribers)
        else { return nil }
        return [
            "accessPrompt": "allow", "systemPicker": ["choose": .string(choice.provider), "as": .string(subscriber)],
            "appPicker": ["choose": .string(mvpd)], "signIn": ["as": .string(person)],
            "secondScreen": ["as": .string(person), "after": "30s"],
        ]
    }

    private func fill(
        _ steps: [FlowStep.Action], to length: Int, _ generator: inout SeededGenerator
    ) -> [FlowStep.Action] {
        var steps = steps
        while steps.count < length { steps.append(step(&generator)) }
        return steps
    }

    /// Draws an allowed step.
    private func step(_ generator: inout SeededGenerator) -> FlowStep.Action {
        var drawn = drawer.step(&generator)
        while !allows(drawn) { drawn = drawer.step(&generator) }
        return drawn
    }
}
