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

        /// The controller that this one presents; `nil` if it presents none.
        open private(set) var presentedViewController: UIViewController?
        private weak var presenter: UIViewController?
        /// Whether another controller presents this one.
        package var isPresented: Bool { presenter?.presentedViewController === self }

        /// Presents a controller: calls the completion handler at once, because nothing is animated.
        open func present(
            _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            presentedViewController = viewControllerToPresent
            viewControllerToPresent.presenter = self
            completion?()
        }

        /// Dismisses the presented controller, or this one if it presents none: calls the completion handler at once.
        open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            let presenter = presentedViewController == nil ? presenter : self
            presenter?.presentedViewController = nil
            completion?()
        }

        // An app's controllers override these; nothing calls them, because no view is loaded.

        /// Never called: Linux has no views.
        open func viewDidLoad() {}
        /// Never called: Linux has no views.
        open func viewWillAppear(_ animated: Bool) {}
        /// Never called: Linux has no views.
        open func viewDidAppear(_ animated: Bool) {}
        /// Never called: Linux has no views.
        open func viewWillDisappear(_ animated: Bool) {}
        /// Never called: Linux has no views.
        open func viewDidDisappear(_ animated: Bool) {}
    }
#endif
