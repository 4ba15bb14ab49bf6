import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimSituations
package import TVSimStructuredText
import TVSimWorld

/// The `matrix` of a profile: the situations in which its flow runs.
package struct ProfileMatrix: Sendable {
    /// The axes that the flow is multiplied by.
    package let selection: SituationSelection
    /// The position in the source.
    var position = SourcePosition.start
}

extension Profile {
    /// Returns the profile once for each situation of its matrix; the profile itself if it has none.
    ///
    /// The steps into the situation come before the flow, and the name ends with the situation.
    ///
    /// - Throws: As ``preparations()``.
    package func situations() throws(SourceError) -> [Profile] {
        guard matrix != nil else { return [self] }
        return try preparations().map { preparation in
            var profile = self
            profile.matrix = nil
            profile.situation = preparation.situation
            profile.name += " [\(preparation.name)]"
            profile.flow = preparation.steps + flow
            return profile
        }
    }

    /// A situation of a profile's matrix, and the way into it.
    package struct Preparation: Sendable {
        /// The situation.
        package let situation: CookbookSituation
        /// The name, which has every axis of the matrix.
        package let name: String
        /// The steps that lead into the situation.
        package let steps: [FlowStep]
    }

    /// Returns a situation by its name, such as `access=denied/account=signedOut`, and the way into it.
    ///
    /// - Throws: `CommandError` if an axis or a value is unknown, or the situation cannot exist; ``SourceError`` as
    ///   ``preparations()``.
    package func preparation(named name: String) throws -> Preparation {
        var profile = self
        do {
            _ = try CookbookSituation(named: name)
            var selection = SituationSelection()
            for part in name.split(separator: "/") where part.contains("=") { try selection.add(String(part)) }
            profile.matrix = ProfileMatrix(selection: selection)
        } catch {
            throw CommandError(.malformed, error.reason, suggestion: error.suggestion)
        }
        guard let found = try profile.preparations().first else {
            throw CommandError(.invalid, "the situation '\(name)' cannot exist")
        }
        return found
    }

    /// Returns the situations of the profile's matrix, each with the steps that lead into it.
    ///
    /// A name has every axis of the matrix, because other axes are as the profile says, and not as in the baseline.
    ///
    /// The TV provider of the situations is that of the profile's account, else the first one.
    ///
    /// - Throws: ``SourceError`` at the key `matrix` if it is missing, a value occurs in no situation, or the profile lacks what
    ///   the situations need: a TV provider with a subscriber and an integration.
    package func preparations() throws(SourceError) -> [Preparation] {
        guard let matrix else {
            throw SourceError(.missingKey, source: source, at: .start, "the profile needs the key 'matrix'")
        }
        let situations: [CookbookSituation]
        do { situations = try matrix.selection.situations() } catch { throw refusal(error.reason, of: matrix) }
        let names = try names(of: matrix)
        var preparations: [Preparation] = []
        for situation in situations {
            if situation[.picker] == "unsupported", names.unsupported == nil {
                throw refusal("'picker: unsupported' needs a TV provider without an integration", of: matrix)
            }
            var steps: [FlowStep] = []
            for step in situation.steps(in: names, setting: matrix.selection.axes) {
                var step = try ProfileDecoder.step(step, of: self)
                step.line = matrix.position.line
                steps.append(step)
            }
            preparations.append(
                Preparation(
                    situation: situation, name: situation.name(with: matrix.selection.axes), steps: steps))
        }
        return preparations
    }

    private func names(of matrix: ProfileMatrix) throws(SourceError) -> SituationNames {
        let account = world.device.account
        guard
            let provider = account.flatMap({ world.provider($0.provider) })
                ?? world.providers.first(where: { !$0.subscribers.isEmpty }),
            let subscriber = account?.subscriber ?? provider.subscribers.first?.name
        else { throw refusal("a matrix needs a TV provider with a subscriber", of: matrix) }
        let integrations =
            world.service.requestors.first { $0.id == RequestorID(world.app.requestor) }?.integrations ?? []
        guard let integration = integrations.first(where: { $0.provider == ProviderID(provider.identifier) }) else {
            throw refusal(
                "a matrix needs an integration of the TV provider '\(provider.identifier)' with '\(world.app.requestor)'",
                of: matrix)
        }
        var names = SituationNames()
        names.provider = provider.identifier
        names.mvpd = integration.mvpd.rawValue
        names.subscriber = subscriber
        names.requestor = world.app.requestor
        names.unsupported =
            world.providers.first { other in
                !other.subscribers.isEmpty
                    && !integrations.contains { $0.provider == ProviderID(other.identifier) }
            }?.identifier
        return names
    }

    private func refusal(_ reason: String, of matrix: ProfileMatrix) -> SourceError {
        SourceError(.wrongValue, source: source, at: matrix.position, reason)
    }
}
