import Foundation
import SimulatedDevice
import SimulationCore

extension Answerer {
    /// The queue on which completion handlers are called: the device's own, or the main one where the device says so.
    var completions: DispatchQueue {
        completion == .main ? .main : device.completions
    }

    /// Says whether the device follows the advice to cancel.
    var obeysCancellation: @Sendable () -> Bool {
        { [device] in
            do {
                return try device.settings().behaviour.cancellation == .obeyed
            } catch {
                SimulationTrouble.stop(error)
            }
        }
    }

    /// Answers on the caller's stack; `nil` where that is not wanted, or the person would be asked.
    func synchronousAccessStatus(prompt: Bool) -> AccessStatus? {
        guard completion == .synchronous else { return nil }
        do {
            let wouldAsk = try prompt && device.permission(for: app.bundleID) == .notDetermined
            return wouldAsk ? nil : accessStatus(prompt: prompt)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Answers on the caller's stack; `nil` where that is not wanted, somebody must be asked, or requests wait.
    func synchronousMetadata(_ wish: MetadataWish, hasDelegate: Bool) -> Answer? {
        guard completion == .synchronous, device.requests.isIdle else { return nil }
        do {
            return try immediateMetadata(wish, hasDelegate: hasDelegate)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    private var completion: FrameworkBehaviour.Completion {
        do {
            return try device.settings().behaviour.completion
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}
