import CTVSimProcessWorld
import TVSimCore

/// The error of a call that belongs to no simulator, or to no single one.
package struct MissingCurrentAppError: Error, CustomStringConvertible {
    /// Why the call has no simulator.
    package enum Reason: Sendable, Hashable {
        /// No simulator is active.
        case noneActive
        /// Several simulators are active, and no task says which one is meant.
        case severalActive(Int)
        /// The object belongs to a simulator without a test, and that of a test is active.
        case otherActive
        /// The task belongs to a simulator that has ended.
        case ended
    }

    /// Why the call has no simulator.
    package let reason: Reason
    /// The call, as in `VSAccountManager.enqueue`.
    private let call: String
    /// What else helps if several simulators are active; `nil` for nothing.
    var remedy: String?
    /// Where the call was made, as in `on the queue 'main'`.
    private let place = Self.currentPlace

    init(_ reason: Reason, of call: String) {
        self.reason = reason
        self.call = call
    }

    package var description: String {
        switch reason {
        case .noneActive:
            "\(call) \(place) found no active simulator: give the test the trait '.simulator(…)', or call it inside of "
                + "'withSimulator' or 'Simulator.run'; link a dynamic library statically; or set TVSIM_DEVICE to a "
                + "device of the command line"
        case .severalActive(let count):
            "\(call) \(place) found \(count) active simulators, and cannot know which one is meant: run the tests of "
                + "such code one after another: \(Self.serially)" + (remedy.map { "; \($0)" } ?? "")
        case .otherActive:
            "\(call) \(place) cannot know which simulator is meant, the one of 'Simulator.run' in which its object was "
                + "created or the active one: create the object in the test that uses it, and run the tests of such code "
                + "one after another: \(Self.serially)"
        case .ended: "\(call) \(place) belongs to a simulator that has ended"
        }
    }

    /// Fails the tests that the call may belong to.
    ///
    /// A program without tests ends. What an ended simulator has left behind concerns no test.
    package func report() {
        guard reason != .ended else { return }
        guard tvsim_links_test_helpers() else { SimulatorFailure.stop(self) }
        reason == .noneActive ? tvsim_tell_tests(description) : ActiveApps.failTests(self, of: nil)
    }

    private static let serially =
        "put the trait '.serialized' on one suite around all of them, or run 'swift test --no-parallel'"

    private static var currentPlace: String {
        let label = String(cString: tvsim_current_queue_label())
        if label == "com.apple.main-thread" { return "on the main queue" }
        if withUnsafeCurrentTask(body: { $0 != nil }) { return "in a task without a simulator" }
        return label.isEmpty ? "on a thread without a queue" : "on the queue '\(label)'"
    }
}
