package import EntitlementAPI
import NIOConcurrencyHelpers
package import SimulatedDevice
import SimulationCore

/// Speaks the wire in the name of one app on one device: registers it, keeps its access token, sends its calls.
package final class EntitlementClient: Sendable {
    private let app: RunningApp
    private let registration: AppRegistration
    private let transport: any EntitlementTransport
    private let remembered = NIOLockedValueBox(Remembered())

    /// What every request carries.
    private struct Remembered {
        var identity: RequestHeaders?
        var options = ClientOptions()
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - softwareStatement: With what it registers; `nil`: it never does, since another app's registration is used.
    ///   - service: The address of a service of its own, where it is not the usual one: credentials are for one service.
    ///   - transport: The way to the service.
    package init(
        app: RunningApp, softwareStatement: String?, service: String? = nil, transport: any EntitlementTransport
    ) {
        self.app = app
        registration = AppRegistration(of: app, softwareStatement: softwareStatement, service: service)
        self.transport = transport
    }

    /// What the app set with `setOptions`.
    package var options: ClientOptions { remembered.withLockedValue { $0.options } }

    /// Has every request from now on carry what the app set with `setOptions`.
    package func use(_ options: ClientOptions) {
        remembered.withLockedValue {
            $0.options = options
            $0.identity = nil
        }
    }

    /// Returns the device identifier that the service sees: the SHA-256 of the identifier for vendor.
    package static func deviceIdentifier(of app: RunningApp) throws -> String {
        let vendor = try app.device.vendorIdentifier(for: app.bundleID)
        return Hexadecimal.sha256(of: vendor)
    }

    /// Sends a call, registered and with a valid access token.
    ///
    /// An access token that the service no longer accepts is replaced once, and so is a registration that it does not know.
    ///
    /// - Parameters:
    ///   - frameworkStatus: What the device's framework said, for the calls that report it.
    ///   - temporaryIdentity: Who uses a promotional pass, for the calls that report it.
    ///   - make: Makes the call from its headers.
    /// - Returns: The service's answer.
    /// - Throws: ``ClientFailure``; whatever the device's own storage throws.
    package func send<Answer>(
        frameworkStatus: PartnerFrameworkStatus? = nil, temporaryIdentity: TemporaryIdentity? = nil,
        _ make: (RequestHeaders) -> EntitlementCall<Answer>
    ) async throws -> Answer {
        let identity = try identity()
        let wire = ClientWire(transport: transport, identity: identity)
        var headers = identity
        headers.frameworkStatus = frameworkStatus
        headers.temporaryIdentity = temporaryIdentity
        headers.accessToken = try await registration.accessToken(over: wire)
        let reply = try await wire.deliver(make(headers))
        guard case .refused(let error, _) = reply, error.is(.invalidAccessTokenClientApplication) else {
            return try Self.answer(of: reply)
        }
        headers.accessToken = try await registration.renewedAccessToken(over: wire)
        return try Self.answer(of: try await wire.deliver(make(headers)))
    }

    private static func answer<Answer>(of reply: Reply<Answer>) throws -> Answer {
        switch reply {
        case .success(let answer, _): return answer
        case .refused(let error, let status): throw ClientFailure.refused(error, status: status)
        case .registrationRefused(_, let status), .failed(let status): throw ClientFailure.serverError(status: status)
        case .malformed: throw ClientFailure.malformed
        }
    }

    /// The headers that every request carries; made once.
    private func identity() throws -> RequestHeaders {
        if let identity = remembered.withLockedValue({ $0.identity }) { return identity }
        var identity = RequestHeaders(
            deviceIdentifier: DeviceIdentifier(fingerprint: try Self.deviceIdentifier(of: app)),
            deviceInformation: DeviceInformation.of(try app.device.settings().platform))
        let options = remembered.withLockedValue { $0.options }
        identity.visitorIdentifier = options.visitorIdentifier
        identity.deviceInformationText = options.deviceInformation
        remembered.withLockedValue { $0.identity = identity }
        return identity
    }
}

/// The way to the service, and what every request over it says of the device.
struct ClientWire: Sendable {
    let transport: any EntitlementTransport
    let identity: RequestHeaders

    /// Sends a call.
    ///
    /// - Throws: ``ClientFailure/noResponse(_:)`` when there is no answer; a refusal is one.
    func deliver<Answer>(_ call: EntitlementCall<Answer>) async throws(ClientFailure) -> Reply<Answer> {
        do {
            return try await call.send(over: transport)
        } catch {
            throw .noResponse(error)
        }
    }
}
