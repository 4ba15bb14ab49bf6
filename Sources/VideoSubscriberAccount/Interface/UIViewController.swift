#if !canImport(UIKit)
    public import Foundation

    /// A stand-in for UIKit's view controller, which does not exist on Linux.
    ///
    /// It holds what a delegate is handed; there is nothing to see. ``present(_:animated:completion:)`` and
    /// ``dismiss(animated:completion:)`` do what the samples of all vendors need: they call the completion.
    @MainActor
    open class UIViewController: NSObject {
        /// Presents a controller: calls the completion at once, since there is nothing to animate.
        open func present(
            _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            completion?()
        }

        /// Dismisses the presented controller: calls the completion at once.
        open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            completion?()
        }
    }
#endif
