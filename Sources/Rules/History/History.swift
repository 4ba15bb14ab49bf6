import EntitlementService
import SimulatedWorld
import SimulationCore

/// What one world was seen to do, in parts: a reset of the world begins another part.
package struct History: Sendable {
    /// The observations, by part.
    package private(set) var parts: [[Observation]] = [[]]
    /// Whether the beginning is among them.
    package var isWhole = true

    /// Creates a history of a world that did nothing.
    package init(_ observations: [Observation] = []) { for observation in observations { add(observation) } }

    /// Begins another part: what the world knew of apps is gone.
    package mutating func begin() { if parts.last?.isEmpty == false { parts.append([]) } }

    /// Adds an observation.
    package mutating func add(_ observation: Observation) {
        parts[parts.count - 1].append(observation)
        guard case .decision(let decision) = observation.event else { return }
        switch decision {
        case let command as CommandDecision where command.command == "reset" && command.refusal == nil: begin()
        case is ReplacementDecision: begin()
        default: break
        }
    }

    /// Returns the history with the requests of some senders only.
    ///
    /// - Parameter origins: Whose requests stay.
    /// - Returns: The history.
    package func only(_ origins: Set<Origin>) -> History {
        var history = self
        history.parts = parts.map { part in part.filter { origins.contains($0.origin) || $0.fact == nil } }
        return history
    }

    /// The installs of apps, part by part.
    package var installs: [Install] { parts.flatMap { Install.all(in: $0, isWhole: isWhole) } }
}
