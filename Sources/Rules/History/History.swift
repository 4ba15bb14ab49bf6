import TVSimCore
package import TVSimDevice
import TVSimEntitlementService
import TVSimWorld
import VideoSubscriberAccount

/// What one world was seen to do, in parts: a reset of the world begins another part.
package struct History: Sendable {
    /// The observations, by part.
    package private(set) var parts: [[Observation]] = [[]]
    /// Whether the beginning is among them.
    package var isWhole = true
    /// Whether the times are those of the app, and the commands of a test are among the observations.
    package var hasTimes = true
    /// Whether the access tokens of the requests are known.
    package var hasTokens = true
    /// The platform of the world's device; `nil` if it is not known.
    package var platform: DeviceSettings.Platform?

    /// Creates a history of a world that did nothing.
    package init(_ observations: [Observation] = []) { for observation in observations { add(observation) } }

    /// Begins another part: what the world knew of apps is gone.
    package mutating func begin() { if parts.last?.isEmpty == false { parts.append([]) } }

    /// Adds an observation.
    package mutating func add(_ observation: Observation) {
        // What an app knew of a device before is gone, and the mark belongs to what follows.
        if observation.mark?.event == .reinstall { begin() }
        parts[parts.count - 1].append(observation)
        guard case .decision(let decision) = observation.event else { return }
        switch decision {
        case let command as CommandDecision where command.command == "reset" && command.refusal == nil: begin()
        case is ReplacementDecision: begin()
        default: break
        }
    }

    /// Returns the history with the requests and the framework calls of some senders only, and the framework's answers.
    ///
    /// - Parameter origins: Whose requests stay.
    /// - Returns: The history.
    package func only(_ origins: Set<Origin>) -> History {
        var history = self
        history.parts = parts.map { part in
            // Who asked Apple's framework last, by app: the decisions that follow answer that call.
            var asking: [String: Origin] = [:]
            return part.filter { observation in
                switch observation.event {
                case .call(let call):
                    let origin: Origin = call.isOfSDK ? .sdk : .app
                    if !call.question.isAboutSDK { asking[call.app] = origin }
                    return origins.contains(origin)
                case .decision(let access as AccessDecision): return origins.contains(asking[access.app] ?? .app)
                case .decision(let step as MetadataStep): return origins.contains(asking[step.app] ?? .app)
                case .decision: return true
                case .request: return origins.contains(observation.origin)
                }
            }
        }
        return history
    }

    /// The installs of apps, part by part.
    var installs: [[Install]] { parts.map { Install.all(in: $0, of: self) } }
}

extension Observation {
    /// The mark of the test; `nil` for another event.
    var mark: Mark? { if case .decision(let command as CommandDecision) = event { Mark(command) } else { nil } }
}
