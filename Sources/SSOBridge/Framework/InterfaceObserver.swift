package import VideoSubscriberAccount

/// Presents and dismisses the system's interface for an app.
package struct InterfaceObserver: Sendable {
    let present: @Sendable (UIViewController) -> Void
    let dismiss: @Sendable (UIViewController) -> Void

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - present: Presents the interface.
    ///   - dismiss: Dismisses the interface.
    package init(
        present: @escaping @Sendable (UIViewController) -> Void, dismiss: @escaping @Sendable (UIViewController) -> Void
    ) {
        self.present = present
        self.dismiss = dismiss
    }
}
