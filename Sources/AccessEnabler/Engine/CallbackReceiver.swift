import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText

/// Where the SDK calls its delegates.
package enum CallbackDelivery: Sendable {
    /// On the main queue, as an app expects.
    case mainQueue
    /// At once, on the SDK's own task: for a caller that waits for the SDK to come to rest and does not serve the main
    /// queue, such as the runner of profiles.
    case immediate

    /// The delivery of enablers that are made in the current task.
    @TaskLocal package static var current: CallbackDelivery = .mainQueue
}

/// The delegates of one SDK object.
final class Delegates: Sendable {
    /// Unchecked: the references are only read and replaced under the lock.
    private struct References: @unchecked Sendable {
        weak var entitlement: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
    }

    private let references = Locked(References())

    var entitlement: (any EntitlementDelegate)? {
        get { references.withLockedValue { Unchecked($0.entitlement) }.value }
        set {
            let boxed = Unchecked(newValue)
            references.withLockedValue { $0.entitlement = boxed.value }
        }
    }

    var status: (any EntitlementStatus)? {
        get { references.withLockedValue { Unchecked($0.status) }.value }
        set {
            let boxed = Unchecked(newValue)
            references.withLockedValue { $0.status = boxed.value }
        }
    }
}

/// Calls an app's delegates, in the order of the callbacks.
final class CallbackReceiver: Sendable {
    private let delegates: Delegates
    /// The pages that the SDK shows itself, in a Safari view controller, until they are taken.
    private let safariPages = Locked<[String]>([])
    private let dialogs = Locked(0)
    let delivery: CallbackDelivery
    /// The app of the delegates; `nil` if no app could be found.
    private let app: RunningApp?

    init(_ delegates: Delegates = Delegates(), of app: RunningApp? = nil, delivery: CallbackDelivery) {
        self.delegates = delegates
        self.app = app
        self.delivery = delivery
    }

    private var delegate: (any EntitlementDelegate)? { delegates.entitlement }
    private var statusDelegate: (any EntitlementStatus)? { delegates.status }

    /// How many dialogs of its own the app has been told to show; one that still waits for the main queue does not count.
    var dialogsShown: Int { dialogs.withLockedValue { $0 } }

    /// Returns the pages that the SDK has shown itself since the last call.
    func takeSafariPages() -> [String] {
        safariPages.withLockedValue { pages in
            defer { pages = [] }
            return pages
        }
    }

    /// Delivers a callback.
    func deliver(_ callback: Callback) {
        run { self.call(callback) }
    }

    /// Runs code of the app's: a delegate's method, or the answer to `preauthorize`.
    func run(_ body: @escaping @Sendable () -> Void) {
        let app = app
        let callBack: @Sendable () -> Void = { app?.callBack(body) ?? body() }
        switch delivery {
        case .immediate: callBack()
        case .mainQueue: DispatchQueue.main.async(execute: callBack)
        }
    }

    /// Tells the journal's observer, and the rules about clients, of a callback that a delegate receives.
    private func mention(_ callback: Callback) {
        guard !callback.isHandledBySDK, callback.statusCode == nil ? delegate != nil : statusDelegate != nil else {
            return
        }
        app?.device.simulation.journal.mention(
            CallbackDecision(
                callback: callback.name, status: callback.statusCode.flatMap(AdvancedStatus.Code.init)))
        app?.note(.sdkCallback(callback.name.rawValue, status: callback.statusCode))
    }

    private func call(_ callback: Callback) {
        mention(callback)
        switch callback {
        case .status(let status):
            statusDelegate?.status(status.dictionary)
        case .navigate(let url, _, handledBySDK: true):
            safariPages.withLockedValue { $0.append(url) }
        case .displayProviderDialog(let mvpds):
            dialogs.withLockedValue { $0 += 1 }
            delegate?.displayProviderDialog(mvpds.map(MVPD.init))
        case .setRequestorComplete(let status):
            delegate?.setRequestorComplete(status)
        case .setAuthenticationStatus(let status, let code):
            delegate?.setAuthenticationStatus(status, errorCode: code)
        case .presentTvProviderDialog(let dialog):
            delegate?.presentTvProviderDialog(dialog.controller)
        case .dismissTvProviderDialog(let dialog):
            delegate?.dismissTvProviderDialog(dialog.controller)
        case .navigate(let url, useSVC: true, handledBySDK: false):
            delegate?.navigate(toUrl: url, useSVC: true)
        case .navigate(let url, useSVC: false, handledBySDK: false):
            delegate?.navigate(toUrl: url)
        case .preauthorizedResources(let resources):
            delegate?.preauthorizedResources(resources.map(\.rawValue))
        case .setToken(let token, let resource):
            delegate?.setToken(token, forResource: resource.rawValue)
        case .tokenRequestFailed(let resource, let code, let description):
            delegate?.tokenRequestFailed(resource.rawValue, errorCode: code, errorDescription: description)
        case .selectedProvider(let mvpd):
            delegate?.selectedProvider(mvpd.map(MVPD.init))
        case .setMetadataStatus(let value, let encrypted, let key, let arguments):
            delegate?.setMetadataStatus(
                value?.asAppValue, encrypted: encrypted, forKey: key, andArguments: arguments.dictionary)
        case .sendTrackingData(let data, let event):
            delegate?.sendTrackingData(data, forEventType: event)
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
