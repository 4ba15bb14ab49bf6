#if !canImport(Darwin)
    public import Foundation
    // An import without this attribute would take the class from sources that import only UIKit.
    @_exported public import class VideoSubscriberAccount.UIViewController

    /// A stand-in for UIKit's window, which is invisible.
    @preconcurrency @MainActor
    open class UIWindow: NSObject {
        /// The controller of the window's content.
        open var rootViewController: UIViewController?

        /// Whether the window receives events.
        open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

        /// Makes the window the application's key window.
        open func makeKeyAndVisible() {
            UIApplication.shared.windows.removeAll { $0 === self }
            UIApplication.shared.windows.append(self)
        }
    }

    /// A stand-in for UIKit's navigation controller: a stack of controllers without a view.
    @preconcurrency @MainActor
    open class UINavigationController: UIViewController {
        /// The controllers, the root first.
        open var viewControllers: [UIViewController] = []

        /// Creates a controller with a root.
        public init(rootViewController: UIViewController) {
            super.init(nibName: nil, bundle: nil)
            viewControllers = [rootViewController]
        }

        /// The controller at the top of the stack.
        open var topViewController: UIViewController? { viewControllers.last }

        /// The controller that the user sees: the top of the stack.
        open var visibleViewController: UIViewController? { viewControllers.last }

        /// Adds a controller to the stack.
        open func pushViewController(_ viewController: UIViewController, animated: Bool) {
            viewControllers.append(viewController)
        }

        /// Removes the top of the stack unless it is the root.
        @discardableResult
        open func popViewController(animated: Bool) -> UIViewController? {
            viewControllers.count > 1 ? viewControllers.removeLast() : nil
        }
    }

    /// A stand-in for UIKit's storyboard, whose controllers have no contents: Linux reads no storyboard files.
    @preconcurrency @MainActor
    open class UIStoryboard: NSObject {
        /// Creates the storyboard of a name.
        public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
            super.init()
        }

        /// Returns a controller without contents.
        open func instantiateInitialViewController() -> UIViewController? { UIViewController() }

        /// Returns a controller without contents.
        open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
            UIViewController()
        }
    }

    /// How a controller is presented, which makes no difference on Linux.
    public enum UIModalPresentationStyle: Int, Sendable {
        case fullScreen
        case pageSheet
        case formSheet
        case currentContext
        case custom
        case overFullScreen
        case overCurrentContext
        case popover
        case none = -1
        case automatic = -2
    }

    extension UIViewController {
        /// How the controller is presented: always automatic, because nothing is visible.
        public var modalPresentationStyle: UIModalPresentationStyle {
            get { .automatic }
            set {}
        }

        /// The storyboard that the controller comes from; always `nil`, because Linux reads no storyboard files.
        public var storyboard: UIStoryboard? { nil }
    }
#endif
