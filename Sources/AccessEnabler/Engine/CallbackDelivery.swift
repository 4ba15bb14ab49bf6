import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
import SimulatedDevice

/// Where the SDK calls its delegates.
package enum CallbackDelivery: Sendable {
    /// On the main queue, as an app expects.
    case mainQueue
    /// At once, on the SDK's own task: for a caller that waits for the SDK to come to rest and has no main queue to
    /// spare, such as the runner of profiles.
    case immediate

    /// The delivery of enablers that are made in the current task.
    @TaskLocal package static var current: CallbackDelivery = .mainQueue
}

/// Calls an app's delegates, in the order in which the callbacks came about.
final class CallbackReceiver: Sendable {
    /// Unchecked: the references are only read and replaced under the lock.
    private struct Delegates: @unchecked Sendable {
        weak var entitlement: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
    }

    private let delegates = NIOLockedValueBox(Delegates())
    /// The pages that the SDK shows itself, in a Safari view controller, until somebody looks at them.
    private let safariPages = NIOLockedValueBox<[String]>([])
    private let dialogs = NIOLockedValueBox(0)
    let delivery: CallbackDelivery
    /// Whose delegates they are; `nil`: no app of a device.
    private let app: RunningApp?

    init(of app: RunningApp? = nil, delivery: CallbackDelivery) {
        self.app = app
        self.delivery = delivery
    }

    var delegate: (any EntitlementDelegate)? {
        get { delegates.withLockedValue { Unchecked($0.entitlement) }.value }
        set {
            let boxed = Unchecked(newValue)
            delegates.withLockedValue { $0.entitlement = boxed.value }
        }
    }

    var statusDelegate: (any EntitlementStatus)? {
        get { delegates.withLockedValue { Unchecked($0.status) }.value }
        set {
            let boxed = Unchecked(newValue)
            delegates.withLockedValue { $0.status = boxed.value }
        }
    }

    /// How often the app has been told to show its own dialog; what is still on its way does not count.
    var dialogsShown: Int { dialogs.withLockedValue { $0 } }

    /// Returns the pages that the SDK has shown itself since the last time.
    func takeSafariPages() -> [String] {
        safariPages.withLockedValue { pages in
            defer { pages = [] }
            return pages
        }
    }

    /// Delivers callbacks.
    func deliver(_ callbacks: [Callback]) {
        guard !callbacks.isEmpty else { return }
        run { callbacks.forEach(self.call) }
    }

    /// Runs what answers the app, by its delegates or by another way.
    func run(_ body: @escaping @Sendable () -> Void) {
        let app = app
        let callBack: @Sendable () -> Void = { app?.callBack(body) ?? body() }
        switch delivery {
        case .immediate: callBack()
        case .mainQueue: DispatchQueue.main.async(execute: callBack)
        }
    }

    private func call(_ callback: Callback) {
        if case .status(let status) = callback {
            statusDelegate?.status(status.dictionary)
            return
        }
        if case .navigate(let url, _, handledBySDK: true) = callback {
            safariPages.withLockedValue { $0.append(url) }
            return
        }
        if case .displayProviderDialog = callback { dialogs.withLockedValue { $0 += 1 } }
        guard let delegate else { return }
        switch callback {
        case .status:
            break
        case .setRequestorComplete(let status):
            delegate.setRequestorComplete(status)
        case .setAuthenticationStatus(let status, let code):
            delegate.setAuthenticationStatus(status, errorCode: code)
        case .displayProviderDialog(let mvpds):
            delegate.displayProviderDialog(mvpds.map(MVPD.init))
        case .presentTvProviderDialog(let dialog):
            delegate.presentTvProviderDialog(dialog.controller)
        case .dismissTvProviderDialog(let dialog):
            delegate.dismissTvProviderDialog(dialog.controller)
        case .navigate(_, _, handledBySDK: true):
            break
        case .navigate(let url, useSVC: true, handledBySDK: false):
            delegate.navigate(toUrl: url, useSVC: true)
        case .navigate(let url, useSVC: false, handledBySDK: false):
            delegate.navigate(toUrl: url)
        case .preauthorizedResources(let resources):
            delegate.preauthorizedResources(resources)
        case .setToken(let token, let resource):
            delegate.setToken(token, forResource: resource)
        case .tokenRequestFailed(let resource, let code, let description):
            delegate.tokenRequestFailed(resource, errorCode: code, errorDescription: description)
        case .selectedProvider(let mvpd):
            delegate.selectedProvider(mvpd.map(MVPD.init))
        case .setMetadataStatus(let value, let encrypted, let key, let arguments):
            delegate.setMetadataStatus(
                value?.asAppValue, encrypted: encrypted, forKey: key, andArguments: arguments.dictionary)
        case .sendTrackingData(let data, let event):
            delegate.sendTrackingData(data, forEventType: event)
        }
    }
}

/// Carries a delegate, or another object of the app's, to where it is called.
///
/// Unchecked: Apple-style delegates are not `Sendable`; the app decides on which queue they are called.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
