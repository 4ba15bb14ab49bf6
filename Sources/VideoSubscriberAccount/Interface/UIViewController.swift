#if !canImport(Darwin)
    public import Foundation

    /// A stand-in for UIKit's view controller, which does not exist on Linux.
    ///
    /// It holds what a delegate is handed; there is nothing to see. ``present(_:animated:completion:)`` and
    /// ``dismiss(animated:completion:)`` do what the samples of all vendors need: they call the completion.
    ///
    /// `@preconcurrency`, as UIKit's own is to code of older language modes: a delegate that is not on the main actor by its
    /// type may call it.
    @preconcurrency @MainActor
    open class UIViewController: NSObject {
        /// Creates a controller with nothing to see.
        public convenience override init() {
            self.init(nibName: nil, bundle: nil)
        }

        /// Creates a controller with nothing to see; there are no nib files on Linux.
        public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
            super.init()
        }

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
