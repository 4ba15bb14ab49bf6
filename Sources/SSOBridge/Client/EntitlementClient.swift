package import TVSimEntitlementAPI
package import TVSimSDKVocabulary
import TVSimStructuredText

/// The client of an entitlement service for one app: it registers the app, stores its access token, and sends its calls.
package final class EntitlementClient: Sendable {
    private let app: any AppContext
    private let registration: AppRegistration
    private let transport: any EntitlementTransport
    private let setOptions = Locked(ClientOptions())

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - softwareStatement: The statement to register with; `nil` if another app's registration is used.
    ///   - service: The address of a service of its own; `nil` for the vendor's. Credentials belong to one service.
    ///   - transport: The transport to the service.
    package init(
        app: any AppContext, softwareStatement: String?, service: String? = nil, transport: any EntitlementTransport
    ) {
        self.app = app
        registration = AppRegistration(of: app, softwareStatement: softwareStatement, service: service)
        self.transport = transport
    }

    /// The options that the app set with `setOptions`.
    package var options: ClientOptions { setOptions.withLockedValue { $0 } }

    /// Adds the options that the app set with `setOptions` to every later request.
    package func use(_ options: ClientOptions) {
        setOptions.withLockedValue { $0 = options }
    }

    /// Sends a call with a valid access token; registers the app before if needed.
    ///
    /// An access token that the service refuses is replaced once.
    ///
    /// - Parameters:
    ///   - frameworkStatus: The status of the device's framework, for calls that report it.
    ///   - temporaryIdentity: The user of a promotional pass, for calls that report it.
    ///   - make: Makes the call from its headers.
    /// - Returns: The service's answer.
    /// - Throws: ``ClientFailure``; errors of the device's storage.
    package func send<Answer>(
        frameworkStatus: PartnerFrameworkStatus? = nil, temporaryIdentity: TemporaryIdentity? = nil,
        _ make: (RequestHeaders) -> EntitlementCall<Answer>
    ) async throws -> Answer {
        let wire = ClientWire(transport: transport, identity: try identity())
        var headers = wire.identity
        headers.frameworkStatus = frameworkStatus
        headers.temporaryIdentity = temporaryIdentity
        headers.accessToken = try await registration.accessToken(over: wire)
        var reply = try await wire.deliver(make(headers))
        if case .refused(let error, _) = reply, error.is(.invalidAccessTokenClientApplication) {
            headers.accessToken = try await registration.accessToken(insteadOfRefused: true, over: wire)
            reply = try await wire.deliver(make(headers))
        }
        switch reply {
        case .success(let answer, _): return answer
        case .refused(let error, let status): throw ClientFailure.refused(error, status: status)
        case .registrationRefused(_, let status), .failed(let status): throw ClientFailure.serverError(status: status)
        case .malformed: throw ClientFailure.malformed
        }
    }

    /// The headers that every request carries.
    private func identity() throws -> RequestHeaders {
        var identity = RequestHeaders(
            deviceIdentifier: DeviceIdentifier(fingerprint: try app.deviceIdentifier()),
            deviceInformation: try app.deviceInformation())
        identity.visitorIdentifier = options.visitorIdentifier
        identity.deviceInformationText = options.deviceInformation
        return identity
    }
}

/// The connection to a service, with the headers that identify the device.
struct ClientWire: Sendable {
    let transport: any EntitlementTransport
    let identity: RequestHeaders

    /// Sends a call.
    ///
    /// - Throws: ``ClientFailure/noResponse(_:)`` if there is no response; a refusal is a response.
    func deliver<Answer>(_ call: EntitlementCall<Answer>) async throws(ClientFailure) -> Reply<Answer> {
        do {
            return try await call.send(over: transport)
        } catch {
            throw .noResponse(error)
        }
    }
}
