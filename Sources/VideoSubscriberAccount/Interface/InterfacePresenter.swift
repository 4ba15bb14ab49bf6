import Foundation
package import TVSimDevice

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
    private let audience: (manager: VSAccountManager, delegate: any VSAccountManagerDelegate)?
    private let app: RunningApp

    /// Creates a presenter for the delegate of a manager; `nil` if the manager has no delegate.
    init?(_ manager: VSAccountManager, of app: RunningApp) {
        guard let delegate = manager.delegate else { return nil }
        audience = (manager, delegate)
        self.app = app
    }

    /// Creates a presenter for an app that has no code in this process; it acts as a delegate with no optional method.
    init(remote app: RunningApp) {
        audience = nil
        self.app = app
    }

    @MainActor
    func present(_ interface: PresentedInterface) -> SystemInterfaceViewController {
        let controller = SystemInterfaceViewController(interface)
        tell { $0.accountManager($1, present: controller) }
        note(.presented(controller.isPresented))
        return controller
    }

    @MainActor
    func dismiss(_ controller: SystemInterfaceViewController) {
        tell { $0.accountManager($1, dismiss: controller) }
        note(.dismissed(stillPresents: controller.isPresented))
    }

    /// Returns whether the app accepts a provider that the user chose.
    @MainActor
    func wants(_ provider: String) -> Bool {
        var wants = true
        tell { wants = $0.accountManager($1, shouldAuthenticateAccountProviderWithIdentifier: provider) }
        return wants
    }

    /// Notes what the delegate has done, if there is one.
    ///
    /// A device that cannot be read makes the request fail in any case.
    private func note(_ question: FrameworkCall.Question) {
        guard let audience else { return }
        try? app.device.note(question, of: app.bundleID, isOfSDK: audience.manager.isOfSDK)
    }

    /// Calls the delegate, if there is one.
    @MainActor
    private func tell(_ call: (any VSAccountManagerDelegate, VSAccountManager) -> Void) {
        guard let audience else { return }
        app.callBack { call(audience.delegate, audience.manager) }
    }
}
