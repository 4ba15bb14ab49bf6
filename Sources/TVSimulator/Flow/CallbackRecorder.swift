import AccessEnabler
import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
import VideoSubscriberAccount

/// An app's delegate that writes down every callback in its one-line text form.
///
/// spec profile-format, "Expectations".
final class CallbackRecorder: NSObject, EntitlementDelegate, EntitlementStatus, Sendable {
    private let recorded = NIOLockedValueBox<[CallbackReport]>([])

    /// Returns the callbacks since the last time, in their order.
    func drain() -> [CallbackReport] {
        recorded.withLockedValue { recorded in
            defer { recorded = [] }
            return recorded
        }
    }

    private func record(_ name: String, _ text: String? = nil, _ arguments: [JSONValue] = []) {
        recorded.withLockedValue { $0.append(CallbackReport(name: name, text: text ?? name, arguments: arguments)) }
    }

    func setRequestorComplete(_ status: Int32) {
        record("setRequestorComplete", "setRequestorComplete(\(status))", [.integer(Int64(status))])
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        let text = "setAuthenticationStatus(\(status), \(quoted(code)))"
        record("setAuthenticationStatus", text, [.integer(Int64(status)), json(code)])
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        var object: [String: JSONValue] = [:]
        for (key, value) in statusDictionary ?? [:] { object["\(key)"] = .string("\(value)") }
        var identifier = "?"
        if case .string(let text)? = object["errorId"] { identifier = text }
        record("status", "status(\(identifier))", [.object(object)])
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        let ids = (mvpds ?? []).map { ($0 as? MVPD)?.id ?? "?" }
        record("displayProviderDialog", "displayProviderDialog(\(list(ids)))", ids.map(JSONValue.string))
    }

    func setToken(_ token: String!, forResource resource: String!) {
        // The token itself is a secret of the flow; traces show the resource alone.
        record("setToken", "setToken(\(resource ?? "nil"))", [json(resource)])
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        let text = "tokenRequestFailed(\(resource ?? "nil"), \(quoted(code)), \(quoted(description)))"
        record("tokenRequestFailed", text, [json(resource), json(code), json(description)])
    }

    func selectedProvider(_ mvpd: MVPD!) {
        let id = mvpd.map(\.id)
        record("selectedProvider", "selectedProvider(\(id ?? "nil"))", [json(id)])
    }

    func preauthorizedResources(_ resources: [Any]!) {
        let names = (resources ?? []).map { "\($0)" }
        record("preauthorizedResources", "preauthorizedResources(\(list(names)))", names.map(JSONValue.string))
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        let name =
            switch event {
            case TRACKING_AUTHENTICATION: "authentication"
            case TRACKING_AUTHORIZATION: "authorization"
            default: "mvpdSelection"
            }
        let values = (data ?? []).map { "\($0)" }
        let text = "sendTrackingData(\(list([name] + values.map { quoted($0) })))"
        record("sendTrackingData", text, [.string(name)] + values.map(JSONValue.string))
    }

    func setMetadataStatus(
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
        let value = metadata.map { JSONValue(object: $0) }
        let shown = value.flatMap { try? JSONText.line($0) } ?? "nil"
        record("setMetadataStatus", "setMetadataStatus(\(name), \(shown))", [.string(name), value ?? .null])
    }

    func navigate(toUrl url: String!) {
        record("navigateToUrl", "navigateToUrl(\(url ?? "nil"))", [json(url)])
    }

    func navigate(toUrl url: String!, useSVC: Bool) {
        let text = useSVC ? "navigateToUrl(\(url ?? "nil"), useSVC: true)" : "navigateToUrl(\(url ?? "nil"))"
        record("navigateToUrl", text, [json(url), .bool(useSVC)])
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        record("presentTvProviderDialog")
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        record("dismissTvProviderDialog")
    }

    private func list(_ items: [String]) -> String { items.joined(separator: ", ") }
    private func json(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    private func quoted(_ text: String?) -> String { (try? JSONText.line(json(text))) ?? "null" }
}

extension JSONValue {
    /// The JSON of a value that the SDK hands to an app.
    init(object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as Int: self = .integer(Int64(number))
        case let number as Double: self = .number(number)
        case let list as [Any]: self = .array(list.map { JSONValue(object: $0) })
        case let map as [String: Any]: self = .object(map.mapValues { JSONValue(object: $0) })
        default: self = .string("\(object)")
        }
    }
}
