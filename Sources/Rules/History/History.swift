import EntitlementService
package import SimulatedDevice
import SimulatedWorld
import SimulationCore

/// What one world was seen to do, in parts: a reset of the world begins another part.
package struct History: Sendable {
    /// The observations, by part.
    package private(set) var parts: [[Observation]] = [[]]
    /// Whether the beginning is among them.
    package var isWhole = true
    /// The platform of the world's device; `nil` if it is not known.
    package var platform: DeviceSettings.Platform?

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

    /// Returns the history with the requests and the framework calls of some senders only.
    ///
    /// - Parameter origins: Whose requests stay.
    /// - Returns: The history.
    package func only(_ origins: Set<Origin>) -> History {
        var history = self
        history.parts = parts.map { part in
            part.filter { observation in
                if case .call(let call) = observation.event { return origins.contains(call.isOfSDK ? .sdk : .app) }
                return origins.contains(observation.origin) || observation.fact == nil
            }
        }
        return history
    }

    /// The installs of apps, part by part.
    package var installs: [Install] { parts.flatMap { Install.all(in: $0, isWhole: isWhole, on: platform) } }
}
