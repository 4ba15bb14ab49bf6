package import AccessEnabler
package import Foundation
package import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
package import TVSimScenario
import TVSimStructuredText
package import VideoSubscriberAccount

/// An app's delegate that records every callback.
package final class CallbackRecorder: NSObject, EntitlementDelegate, EntitlementStatus, Sendable {
    private struct State {
        var recorded: [ReceivedCallback] = []
        /// The number of callbacks before each interface at which the SDK waits for a test.
        var pauses: [Int] = []
        /// The last such interface.
        var interface: PresentedInterface?
        var wake: (@Sendable () -> Void)?
        var mediaTokens: [String: String] = [:]
    }

    private let state = Locked(State())
    private let isLeftToTest: @Sendable (InterfacePage) -> Bool
    private let noted: @Sendable (ReceivedCallback) -> Void

    /// Creates a delegate without callbacks.
    ///
    /// - Parameters:
    ///   - isLeftToTest: Whether a page of the system's interface waits for a test.
    ///   - noted: Called with every callback as soon as it is recorded.
    package init(
        pausingAt isLeftToTest: @escaping @Sendable (InterfacePage) -> Bool = { _ in false },
        noting noted: @escaping @Sendable (ReceivedCallback) -> Void = { _ in }
    ) {
        self.isLeftToTest = isLeftToTest
        self.noted = noted
    }

    /// Returns the callbacks since the previous call, in order, up to the first interface that waits for a test.
    package func drain() -> [ReceivedCallback] {
        state.withLockedValue { state in
            let count = state.pauses.first ?? state.recorded.count
            defer {
                state.recorded.removeFirst(count)
                state.pauses = state.pauses.dropFirst().map { $0 - count }
            }
            return Array(state.recorded.prefix(count))
        }
    }

    /// Removes the data of an ended process: the callbacks that were not drained, and the media tokens.
    func forget() {
        state.withLockedValue { ($0.recorded, $0.pauses, $0.mediaTokens) = ([], [], [:]) }
    }

    /// The last media token of each resource.
    package var mediaTokens: [String: String] { state.withLockedValue(\.mediaTokens) }

    private func record(_ name: ReceivedCallback.Name, _ arguments: [JSONValue] = [], isEncrypted: Bool = false) {
        let callback = ReceivedCallback(name, arguments, isEncrypted: isEncrypted)
        state.withLockedValue { $0.recorded.append(callback) }
        noted(callback)
    }

    package func setRequestorComplete(_ status: Int32) {
        record(.setRequestorComplete, [.integer(Int64(status))])
    }

    package func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        record(.setAuthenticationStatus, [.integer(Int64(status)), JSONValue(code)])
    }

    package func status(_ statusDictionary: [AnyHashable: Any]!) {
        var object: Members = [:]
        for (key, value) in statusDictionary ?? [:] { object["\(key)"] = .string("\(value)") }
        record(.status, [.object(object)])
    }

    package func displayProviderDialog(_ mvpds: [Any]!) {
        record(.displayProviderDialog, (mvpds ?? []).map { .string(($0 as? MVPD)?.id ?? "?") })
    }

    package func setToken(_ token: String!, forResource resource: String!) {
        // The token is a secret of the flow, so reports show only the resource.
        if let token, let resource { state.withLockedValue { $0.mediaTokens[resource] = token } }
        record(.setToken, [JSONValue(resource)])
    }

    package func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)
    {
        record(.tokenRequestFailed, [JSONValue(resource), JSONValue(code), JSONValue(description)])
    }

    package func selectedProvider(_ mvpd: MVPD!) {
        record(.selectedProvider, [JSONValue(mvpd.map(\.id))])
    }

    package func preauthorizedResources(_ resources: [Any]!) {
        record(.preauthorizedResources, (resources ?? []).map { .string("\($0)") })
    }

    package func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        let name =
            switch event {
            case TRACKING_AUTHENTICATION: "authentication"
            case TRACKING_AUTHORIZATION: "authorization"
            default: "mvpdSelection"
            }
        record(.sendTrackingData, [.string(name)] + (data ?? []).map { .string("\($0)") })
    }

    package func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        let name =
            switch key {
            case METADATA_AUTHENTICATION: "authentication"
            case METADATA_AUTHORIZATION: "authorization"
            case METADATA_DEVICE_ID: "deviceID"
            case METADATA_USER_META: arguments?[METADATA_USER_META_KEY] as? String ?? "userMetadata"
            default: "invalid"
            }
        record(
            .setMetadataStatus, [.string(name), metadata.map { JSONValue(object: $0) } ?? .null],
            isEncrypted: encrypted)
    }

    package func navigate(toUrl url: String!) {
        record(.navigateToUrl, [JSONValue(url)])
    }

    package func navigate(toUrl url: String!, useSVC: Bool) {
        record(.navigateToUrl, [JSONValue(url), .bool(useSVC)])
    }

    package func presentTvProviderDialog(_ viewController: UIViewController!) {
        record(.presentTvProviderDialog)
        if let interface = (viewController as? SystemInterfaceViewController)?.interface { pause(at: interface) }
    }

    package func dismissTvProviderDialog(_ viewController: UIViewController!) {
        record(.dismissTvProviderDialog)
    }

    // MARK: - An interface that waits for a test

    /// Whether the SDK waits at an interface that a test must answer.
    var isPaused: Bool {
        let (hasPause, interface) = state.withLockedValue { (!$0.pauses.isEmpty, $0.interface) }
        return hasPause || interface?.page.map(isLeftToTest) ?? false
    }

    /// Calls a function when the SDK next waits for a test; immediately if it waits already.
    func whenPaused(_ wake: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.wake = wake }
        if isPaused { wake() }
    }

    private func pause(at interface: PresentedInterface) {
        guard let page = interface.page, isLeftToTest(page) else { return }
        let wake = state.withLockedValue { state in
            state.interface = interface
            state.pauses.append(state.recorded.count)
            return state.wake
        }
        wake?()
    }
}

extension JSONValue {
    /// Creates the JSON of a value that the SDK passes to an app.
    init(object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as Int: self = .integer(Int64(number))
        case let number as Double: self = .number(number)
        case let list as [Any]: self = .array(list.map { JSONValue(object: $0) })
        case let map as [String: Any]: self = .object(Members(map.mapValues { JSONValue(object: $0) }))
        default: self = .string("\(object)")
        }
    }
}
