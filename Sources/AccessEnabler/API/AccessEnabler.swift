public import Foundation
import TVSimSDKVocabulary
package import TVSimSSOBridge
import TVSimStructuredText

/// The entitlement SDK: an app's object to authenticate and authorize its users.
///
/// Every call returns at once; answers come through ``delegate`` and ``statusDelegate``. Calls are carried out one after
/// another. Most wait until the requestor is set; ``setRequestor(_:)``, ``setOptions(_:)``, ``handleExternalURL(_:)`` and
/// ``preauthorize(_:didCompleteWith:)`` do not. The simulated SDK talks to the entitlement service of the current simulation,
/// and finds the device as `VSAccountManager` does. If
/// another simulation calls it, as with a singleton in tests, it begins there as in a new process of the app.
open class AccessEnabler: NSObject {
    private let engines: EntitlementEngines

    /// Receives the callbacks.
    open weak var delegate: (any EntitlementDelegate)? {
        get { engines.delegates.entitlement }
        set { engines.delegates.entitlement = newValue }
    }

    /// Receives the advanced statuses.
    open weak var statusDelegate: (any EntitlementStatus)? {
        get { engines.delegates.status }
        set { engines.delegates.status = newValue }
    }

    /// Creates the SDK for an app with a software statement.
    ///
    /// - Parameter softwareStatement: The statement that registers the app with the entitlement service, a JWT.
    public init(_ softwareStatement: String) {
        engines = EntitlementEngines(softwareStatement)
        super.init()
    }

    /// Creates the SDK without a software statement: registration fails, and `setRequestor` reports `R400`.
    @available(*, deprecated, message: "Use init(_:) with a software statement.")
    public override init() {
        engines = EntitlementEngines("")
        super.init()
    }

    /// Creates the SDK for an app with a software statement, and checks or clears its storage first.
    ///
    /// - Parameters:
    ///   - storageCheck: Whether to check or clear the storage.
    ///   - softwareStatement: The statement that registers the app with the entitlement service, a JWT.
    public init(storageCheck: IntegrityCheckType, softwareStatement: String) {
        engines = EntitlementEngines(softwareStatement)
        super.init()
        let check = StorageCheck(storageCheck)
        if check != .none { engines.latest.submit(.checkStorage(check)) }
    }

    /// Sets the programmer; triggers `setRequestorComplete`.
    ///
    /// - Parameter requestorID: The programmer's identifier, such as `REF30`.
    open func setRequestor(_ requestorID: String!) {
        submit(.setRequestor(RequestorID(requestorID ?? "")))
    }

    /// Sets the programmer and the services to ask; triggers `setRequestorComplete`.
    ///
    /// - Parameters:
    ///   - requestorID: The programmer's identifier.
    ///   - urls: The services' addresses, with or without a scheme; empty for the default service.
    open func setRequestor(_ requestorID: String!, serviceProviders urls: [Any]!) {
        let urls = (urls ?? []).map { $0 as? String ?? ($0 as? URL)?.absoluteString ?? "\($0)" }
        submit(.setRequestor(RequestorID(requestorID ?? ""), serviceProviders: urls))
    }

    /// Asks whether the user is authenticated; triggers `setAuthenticationStatus`.
    open func checkAuthentication() {
        submit(.checkAuthentication)
    }

    /// Authenticates the user; triggers `setAuthenticationStatus`, or a dialog and later `setAuthenticationStatus`.
    open func getAuthentication() {
        submit(.getAuthentication())
    }

    /// Authenticates the user, with a choice of providers for the system's picker.
    ///
    /// - Parameter filter: ``TV_PROVIDERS`` and ``FEATURED_TV_PROVIDERS``, each a list of MVPD identifiers.
    open func getAuthentication(_ filter: [AnyHashable: Any]!) {
        submit(.getAuthentication(AuthenticationRequest(filter: filter)))
    }

    /// Authenticates the user, even again.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether the user must authenticate again.
    ///   - data: Generic data for the service.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!) {
        submit(.getAuthentication(AuthenticationRequest(forced: forceAuthn, data: data)))
    }

    /// Authenticates the user, even again, with a choice of providers for the system's picker.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether the user must authenticate again.
    ///   - data: Generic data for the service.
    ///   - filter: ``TV_PROVIDERS`` and ``FEATURED_TV_PROVIDERS``, each a list of MVPD identifiers.
    open func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!
    ) {
        submit(.getAuthentication(AuthenticationRequest(forced: forceAuthn, data: data, filter: filter)))
    }

    /// Selects a provider, or cancels the sign-in that waits for one.
    ///
    /// - Parameter providerID: The MVPD's identifier; `nil` if the user cancelled.
    open func setSelectedProvider(_ providerID: String?) {
        submit(.setSelectedProvider(MVPDID(providerID)))
    }

    /// Asks which provider is selected; triggers `selectedProvider`.
    open func getSelectedProvider() {
        submit(.getSelectedProvider)
    }

    /// Asks for metadata; triggers `setMetadataStatus`.
    ///
    /// - Parameter key: ``METADATA_OPCODE_KEY`` with an operation, and what that operation needs.
    open func getMetadata(_ key: [AnyHashable: Any]!) {
        let key = key ?? [:]
        engines.engine(for: #function).submit(
            .getMetadata(MetadataKey(key)), answer: .metadata(MetadataArguments(dictionary: key)))
    }

    /// Asks whether the user may watch a resource; triggers `setToken` or `tokenRequestFailed`.
    ///
    /// - Parameter resource: The resource's identifier.
    open func checkAuthorization(_ resource: String!) {
        submit(.checkAuthorization(ResourceID(resource ?? "")))
    }

    /// Asks whether the user may watch a resource, with data for the service.
    ///
    /// - Parameters:
    ///   - resource: The resource's identifier.
    ///   - data: Generic data for the service.
    open func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        submit(.checkAuthorization(ResourceID(resource ?? ""), data: GenericData(data)))
    }

    /// Authorizes the user for a resource, and authenticates the user before if needed.
    ///
    /// - Parameter resource: The resource's identifier.
    open func getAuthorization(_ resource: String!) {
        submit(.getAuthorization(ResourceID(resource ?? "")))
    }

    /// Authorizes the user for a resource, with data for the service.
    ///
    /// - Parameters:
    ///   - resource: The resource's identifier.
    ///   - data: Generic data for the service.
    open func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        submit(.getAuthorization(ResourceID(resource ?? ""), data: GenericData(data)))
    }

    /// Takes the URL at which a page ended that the app loaded; triggers `setAuthenticationStatus`.
    ///
    /// Without an open page, this does nothing.
    ///
    /// - Parameter url: ``ADOBEPASS_REDIRECT_URL`` in a web view, a URL of the app's own scheme `adbe.…` in a Safari view
    ///   controller.
    open func handleExternalURL(_ url: String!) {
        submit(.handleExternalURL(url ?? ""))
    }

    /// Asks for preliminary decisions about resources; triggers `preauthorizedResources`.
    ///
    /// - Parameter resources: Identifiers of resources; remembered decisions may be used.
    open func checkPreauthorizedResources(_ resources: [Any]!) {
        checkPreauthorizedResources(resources, cache: true)
    }

    /// Asks for preliminary decisions about resources; triggers `preauthorizedResources`.
    ///
    /// - Parameters:
    ///   - resources: Identifiers of resources.
    ///   - cache: Whether remembered decisions may be used.
    open func checkPreauthorizedResources(_ resources: [Any]!, cache: Bool) {
        let resources = (resources ?? []).compactMap { ResourceID($0 as? String) }
        submit(.checkPreauthorizedResources(resources, usingCache: cache))
    }

    /// Asks for preliminary decisions about resources, with the reasons of denials.
    ///
    /// - Parameters:
    ///   - request: The resources.
    ///   - callback: Receives the answer; before ``setRequestor(_:)`` it is the failure `requestor_not_configured`.
    open func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        let question = PreauthorizationRequest(
            resources: request.resources.map(ResourceID.init(rawValue:)),
            usesCache: !request.disabledFeatures.contains(.LOCAL_CACHE))
        let engine = engines.engine(for: "preauthorize")
        let receiver = engine.receiver
        let callback = Unchecked(callback)
        let answer: @Sendable (PreauthorizationOutcome) -> Void = { outcome in
            receiver.run {
                let (response, isFailure) = outcome.response
                if isFailure {
                    callback.value.onFailure(result: response)
                } else {
                    callback.value.onResponse(result: response)
                }
            }
        }
        engine.submit(.preauthorize(question), answer: .closure(answer))
    }

    /// Sets the options that every later request carries; options that are left out are unset.
    ///
    /// - Parameter options: `applicationProfile`, `visitorID`, `handleSVC` and `device_info`.
    open func setOptions(_ options: [AnyHashable: Any]!) {
        submit(.setOptions(SDKOptions(options ?? [:])))
    }

    /// Logs the user out of every provider; triggers `setAuthenticationStatus` with 0.
    ///
    /// An app cannot sign out of a system-level account: if the session came from it, the status `VSA203` says so.
    open func logout() {
        submit(.logout)
    }

    /// Puts a call in line in the simulation of its caller.
    private func submit(_ call: AppCall, from function: String = #function) {
        engines.engine(for: function).submit(call)
    }

    /// Waits until every call so far has come to rest: answered, or waiting for the app.
    package func comeToRest() async {
        await pendingCalls.value
    }

    /// A task that ends when every call so far has come to rest.
    package var pendingCalls: Task<Void, Never> { engines.latest.pendingCalls }

    /// Tells the SDK that the simulated clock has moved, and waits until it has come to rest.
    package func timePassed() async {
        engines.latest.timePassed()
        await comeToRest()
    }

    /// When the SDK next asks the service about a sign-in on a second screen; `nil` if it does not.
    package func nextPoll() async -> Date? {
        await engines.latest.nextPoll()
    }

    /// Returns the pages that the SDK has shown in a Safari view controller of its own since the last call.
    package func takeSafariPages() -> [String] {
        engines.latest.receiver.takeSafariPages()
    }

    /// Returns what the SDK waits for, one line for each.
    package func waits() async -> [String] { await engines.latest.waits() }

    /// Whether calls wait for the first `setRequestor`.
    package var waitsForRequestor: Bool { engines.latest.waitsForRequestor }

    /// Returns the report of the last exchange, once; `nil` if none was tried since the last call.
    package func takeExchangeReport() async -> ExchangeReport? {
        await engines.latest.takeExchangeReport()
    }
}
