package import Foundation

/// What one process holds of a device: the queue of requests, the screen, and the queues of the framework's answers.
///
/// The rest of a device is in its store. ``Device`` values that share a session act as one device in this process.
package final class DeviceSession: Sendable {
    /// The queue of this process's metadata requests.
    package let requests = RequestQueue()
    /// The system's interface that this process presents on the device.
    package let screen = Screen()
    /// The serial queue on which the framework calls completion handlers of this device's apps.
    package let completions = DispatchQueue(label: "VideoSubscriberAccount.completion")
    /// The serial queue on which requests for access are answered.
    ///
    /// It is separate from ``completions``, so that a slow handler does not delay an answer.
    package let accessChecks = DispatchQueue(label: "VideoSubscriberAccount.access")

    /// The calls of the frameworks, which the rules about clients read.
    package let calls = FrameworkCallLog()

    /// What the user does in interfaces that no script answers.
    package let unscripted: ViewerAnswers

    /// Creates a session without requests.
    ///
    /// - Parameter isAttended: Whether a person can act in this process's interfaces. If so, an interface that no script
    ///   answers stays open.
    package init(isAttended: Bool = false) {
        unscripted = isAttended ? .waiting : ViewerAnswers()
    }
}

extension Device {
    /// The queue of this process's metadata requests.
    package var requests: RequestQueue { session.requests }
    /// The system's interface that this process presents on the device.
    package var screen: Screen { session.screen }
    /// The serial queue on which the framework calls completion handlers of this device's apps.
    package var completions: DispatchQueue { session.completions }
    /// The serial queue on which requests for access are answered.
    package var accessChecks: DispatchQueue { session.accessChecks }
}
