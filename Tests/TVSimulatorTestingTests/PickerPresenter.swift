import UIKit

/// Finds the controller that presents a picker, as apps do.
///
/// A file of its own: the compiler looks for an overlay of a file that imports both Testing and UIKit.
@MainActor enum PickerPresenter {
    /// Returns whether an app finds the controller on top of its key window's navigation controller.
    static func isFound() -> Bool {
        let root = UINavigationController(rootViewController: UIViewController())
        let top = UIStoryboard(name: "Main", bundle: nil).instantiateViewController(withIdentifier: "Player")
        root.pushViewController(top, animated: false)
        let window = UIWindow()
        window.rootViewController = root
        window.makeKeyAndVisible()
        let found = (UIApplication.shared.keyWindow?.rootViewController as? UINavigationController)?.topViewController
        root.present(top, animated: false)
        let isPresented = root.presentedViewController === top
        top.dismiss(animated: false)
        guard isPresented, root.presentedViewController == nil, window.isKeyWindow else { return false }
        return found === top && root.popViewController(animated: false) === top
            && root.popViewController(animated: false) == nil
    }

    /// Returns whether the application reports that it has opened a URL.
    static func opens(_ url: URL) -> Bool? {
        var isOpen: Bool?
        UIApplication.shared.open(url) { isOpen = $0 }
        return UIApplication.shared.canOpenURL(url) ? nil : isOpen
    }

    /// Observes what a life cycle has notifications for, and hands on the names.
    static func observe(_ notice: @escaping @Sendable (String) -> Void) -> [any NSObjectProtocol] {
        [
            UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
        ].map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notice($0.name.rawValue) }
        }
    }
}
