import Foundation
package import SimulatedDevice

/// The view controller that a delegate receives: the system's interface, which is invisible on Linux.
///
/// A test can read the interface and act on it through this object.
package final class SystemInterfaceViewController: UIViewController {
    /// The interface that the controller stands for.
    package nonisolated let interface: PresentedInterface

    init(_ interface: PresentedInterface) {
        self.interface = interface
        super.init(nibName: nil, bundle: nil)
    }
}

/// Asks a manager's delegate to show the system's interface, on the main actor as UIKit requires.
///
/// It retains manager and delegate until the request is answered, so that the delegate that presented also dismisses.
///
/// Unchecked: Apple's types are not `Sendable`; both are accessed only on the main actor.
struct InterfacePresenter: @unchecked Sendable {
    private let manager: VSAccountManager
    private let delegate: any VSAccountManagerDelegate
    private let app: RunningApp

    init?(_ manager: VSAccountManager, of app: RunningApp) {
        guard let delegate = manager.delegate else { return nil }
        self.manager = manager
        self.delegate = delegate
        self.app = app
    }

    @MainActor
    func present(_ interface: PresentedInterface) -> SystemInterfaceViewController {
        let controller = SystemInterfaceViewController(interface)
        app.callBack { delegate.accountManager(manager, present: controller) }
        return controller
    }

    @MainActor
    func dismiss(_ controller: SystemInterfaceViewController) {
        app.callBack { delegate.accountManager(manager, dismiss: controller) }
    }

    /// Returns whether the app accepts a provider that the user chose.
    @MainActor
    func wants(_ provider: String) -> Bool {
        var wants = false
        app.callBack {
            wants = delegate.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: provider)
        }
        return wants
    }
}
