import SimulatedDevice
import SimulationCore

extension Answerer {
    /// Whether completion handlers are to be called before the call returns, where that is possible.
    ///
    /// The header allows it, and the device can be told to do it: `behaviour.completion`.
    var completesSynchronously: Bool {
        do {
            return try device.settings().behaviour.completion == .synchronous
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Answers on the caller's stack; `nil` where that is not wanted, somebody must be asked, or requests wait.
    func synchronousMetadata(_ wish: MetadataWish, hasDelegate: Bool) -> Answer? {
        guard completesSynchronously, device.requests.isIdle else { return nil }
        do {
            return try immediateMetadata(wish, hasDelegate: hasDelegate)
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}
