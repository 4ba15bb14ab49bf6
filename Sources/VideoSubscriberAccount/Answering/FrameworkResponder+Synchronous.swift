import Foundation
import TVSimCore
import TVSimDevice

extension FrameworkResponder {
    /// The queue for completion handlers: the device's own, or the main queue if the device's settings say so.
    var completions: DispatchQueue {
        completion == .main ? .main : device.completions
    }

    /// Returns whether the device obeys `cancel()`.
    var obeysCancellation: @Sendable () -> Bool {
        { [device] in
            do {
                return try device.settings().behaviour.cancellation == .obeyed
            } catch {
                SimulatorFailure.stop(error)
            }
        }
    }

    /// Returns an answer on the caller's stack; `nil` if the settings forbid that or the user must be asked.
    func synchronousAccessStatus(prompt: Bool) -> AccessStatus? {
        guard completion == .synchronous else { return nil }
        do {
            let wouldAsk = try prompt && device.permission(for: app.bundleID) == .notDetermined
            return wouldAsk ? nil : try checkedAccessStatus(prompt: prompt)
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    /// Returns an answer on the caller's stack.
    ///
    /// `nil` if the settings forbid that, the user or the provider must be asked, or other requests wait.
    func synchronousMetadata(_ wish: MetadataWish, hasDelegate: Bool) -> Answer? {
        guard completion == .synchronous, device.requests.isIdle else { return nil }
        do {
            return try immediateMetadata(wish, hasDelegate: hasDelegate)
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    private var completion: FrameworkBehaviour.Completion {
        do {
            return try device.settings().behaviour.completion
        } catch {
            SimulatorFailure.stop(error)
        }
    }
}
