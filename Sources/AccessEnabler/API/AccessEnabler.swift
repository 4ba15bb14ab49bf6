public import Foundation
package import SSOBridge
import SimulatedDevice

/// The entitlement SDK: one object for an app, through which it authenticates and authorizes people.
///
/// Every call returns at once; answers come through ``delegate`` and ``statusDelegate``. Calls other than
/// ``setRequestor(_:)`` wait until the requestor is set. The simulated SDK talks to the entitlement service of the
/// current simulation, and finds the device as `VSAccountManager` does.
///
/// spec entitlement § 1.2.
open class AccessEnabler: NSObject {
    private let engine: EntitlementEngine
    private let receiver: CallbackReceiver

    /// Receives the callbacks.
    open weak var delegate: (any EntitlementDelegate)? {
        get { receiver.delegate }
        set { receiver.delegate = newValue }
    }

    /// Receives the advanced statuses.
    open weak var statusDelegate: (any EntitlementStatus)? {
        get { receiver.statusDelegate }
        set { receiver.statusDelegate = newValue }
    }

    /// Creates the SDK for an app with a software statement.
    ///
    /// - Parameter softwareStatement: The statement that registers the app with the entitlement service, a JWT.
    public init(_ softwareStatement: String) {
        receiver = CallbackReceiver(delivery: .current)
        engine = EntitlementEngine(softwareStatement: softwareStatement, receiver: receiver)
        super.init()
    }

    /// Sets who the programmer is; triggers `setRequestorComplete`.
    ///
    /// - Parameter requestorID: The programmer's identifier, such as `REF30`.
    open func setRequestor(_ requestorID: String!) {
        engine.submit(.setRequestor(requestorID ?? "", serviceProviders: []))
    }

    /// Sets who the programmer is and which service to ask; triggers `setRequestorComplete`.
    ///
    /// - Parameters:
    ///   - requestorID: The programmer's identifier.
    ///   - urls: The service's addresses, with or without scheme; empty: the default one.
    open func setRequestor(_ requestorID: String!, serviceProviders urls: [Any]!) {
        let urls = (urls ?? []).map { $0 as? String ?? ($0 as? URL)?.absoluteString ?? "\($0)" }
        engine.submit(.setRequestor(requestorID ?? "", serviceProviders: urls))
    }

    /// Asks whether the person is authenticated; triggers `setAuthenticationStatus`.
    open func checkAuthentication() {
        engine.submit(.checkAuthentication)
    }

    /// Authenticates the person; triggers `setAuthenticationStatus`, or a dialog and later `setAuthenticationStatus`.
    open func getAuthentication() {
        engine.submit(.getAuthentication(AuthenticationRequest()))
    }

    /// Authenticates the person, with a choice of providers for the system's picker.
    ///
    /// - Parameter filter: ``TV_PROVIDERS`` and ``FEATURED_TV_PROVIDERS``, each a list of MVPD identifiers.
    open func getAuthentication(_ filter: [AnyHashable: Any]!) {
        engine.submit(.getAuthentication(AuthenticationRequest(filter: filter)))
    }

    /// Authenticates the person, even again.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether to authenticate even if the person is authenticated already.
    ///   - data: Pairs that are handed on to the service.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!) {
        engine.submit(.getAuthentication(AuthenticationRequest(forced: forceAuthn, data: data)))
    }

    /// Authenticates the person, even again, with a choice of providers for the system's picker.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether to authenticate even if the person is authenticated already.
    ///   - data: Pairs that are handed on to the service.
    ///   - filter: ``TV_PROVIDERS`` and ``FEATURED_TV_PROVIDERS``, each a list of MVPD identifiers.
    open func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!
    ) {
        engine.submit(.getAuthentication(AuthenticationRequest(forced: forceAuthn, data: data, filter: filter)))
    }

    /// Selects a provider, or ends the flow that waits for one.
    ///
    /// - Parameter providerID: The MVPD's identifier; `nil` when the person chose none.
    open func setSelectedProvider(_ providerID: String?) {
        engine.submit(.setSelectedProvider(providerID))
    }

    /// Asks which provider is selected; triggers `selectedProvider`.
    open func getSelectedProvider() {
        engine.submit(.getSelectedProvider)
    }

    /// Asks for metadata; triggers `setMetadataStatus`.
    ///
    /// - Parameter key: ``METADATA_OPCODE_KEY`` with an operation, and what that operation needs.
    open func getMetadata(_ key: [AnyHashable: Any]!) {
        engine.submit(.getMetadata(MetadataRequest(key ?? [:])))
    }

    /// Asks whether the person may watch a resource; triggers `setToken` or `tokenRequestFailed`.
    ///
    /// - Parameter resource: The resource's identifier.
    open func checkAuthorization(_ resource: String!) {
        engine.submit(.checkAuthorization(resource ?? ""))
    }

    /// Asks whether the person may watch a resource, with data for the service.
    ///
    /// - Parameters:
    ///   - resource: The resource's identifier.
    ///   - data: Pairs that are handed on to the service.
    open func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        engine.submit(.checkAuthorization(resource ?? ""))
    }

    /// Authorizes the person for a resource, and authenticates them before where needed.
    ///
    /// - Parameter resource: The resource's identifier.
    open func getAuthorization(_ resource: String!) {
        engine.submit(.getAuthorization(resource ?? ""))
    }

    /// Authorizes the person for a resource, with data for the service.
    ///
    /// - Parameters:
    ///   - resource: The resource's identifier.
    ///   - data: Pairs that are handed on to the service.
    open func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        engine.submit(.getAuthorization(resource ?? ""))
    }

    /// Logs the person out of every provider; triggers `setAuthenticationStatus` with 0.
    ///
    /// A system-level account cannot be signed out by an app: where the session came from it, `VSA203` says so.
    open func logout() {
        engine.submit(.logout)
    }

    /// Waits until every call so far has come to rest: answered, or waiting for the app.
    package func comeToRest() async {
        await engine.comeToRest()
    }

    /// Returns the conditions that the last exchange found, once; `nil` when none was tried since the last time.
    package func takeExchangeFindings() async -> [ConditionFinding]? {
        await engine.takeExchangeFindings()
    }
}
