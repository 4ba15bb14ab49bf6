package import VideoSubscriberAccount

/// Who is told when the system's interface comes and goes.
package struct InterfaceObserver: Sendable {
    let present: @Sendable (UIViewController) -> Void
    let dismiss: @Sendable (UIViewController) -> Void

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - present: Called when the interface is to be presented.
    ///   - dismiss: Called when it is to be dismissed.
    package init(
        present: @escaping @Sendable (UIViewController) -> Void, dismiss: @escaping @Sendable (UIViewController) -> Void
    ) {
        self.present = present
        self.dismiss = dismiss
    }
}
