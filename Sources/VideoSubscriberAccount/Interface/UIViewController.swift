#if !canImport(Darwin)
    public import Foundation

    /// A stand-in for UIKit's view controller, which does not exist on Linux.
    ///
    /// It is invisible. ``present(_:animated:completion:)`` and ``dismiss(animated:completion:)`` call their completion
    /// handler, which is all that the vendors' samples need.
    ///
    /// `@preconcurrency`, like UIKit's class for older language modes: a delegate that is not isolated to the main
    /// actor may call it.
    @preconcurrency @MainActor
    open class UIViewController: NSObject {
        /// Creates a controller without contents.
        public convenience override init() {
            self.init(nibName: nil, bundle: nil)
        }

        /// Creates a controller without contents; Linux has no nib files.
        public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
            super.init()
        }

        /// The controller that contains this one; always `nil`, because the stand-in has no containment.
        open var parent: UIViewController? { nil }

        /// Presents a controller: calls the completion handler at once, because nothing is animated.
        open func present(
            _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            completion?()
        }

        /// Dismisses the presented controller: calls the completion handler at once.
        open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            completion?()
        }
    }
#endif
