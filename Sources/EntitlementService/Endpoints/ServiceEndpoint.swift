import EntitlementAPI
import SimulationCore

/// One endpoint of the service: one folder or file, always of this shape.
protocol ServiceEndpoint: Sendable {
    /// Its place in the route table.
    static var endpoint: Endpoint { get }
    /// The operation by which it can be made to fail.
    static var operation: FaultOperation { get }
    /// The code that answers a body too large to be read; `nil` where bodies are not read.
    static var malformedBody: EnhancedErrorCode? { get }
    /// Whether the endpoint answers an enhanced error of a fault inside an ordinary response.
    static func holdsInside(_ code: EnhancedErrorCode) -> Bool
    /// The world.
    var simulation: Simulation { get }
    /// Creates the endpoint of a world.
    init(simulation: Simulation)
}

extension ServiceEndpoint {
    static var malformedBody: EnhancedErrorCode? { nil }
    static func holdsInside(_ code: EnhancedErrorCode) -> Bool { false }

    /// The enhanced error that a fault's error puts inside an ordinary response; `nil` when it strikes the whole request.
    static func inside(_ error: String) -> EnhancedErrorCode? {
        guard case .enhanced(let code)? = ServiceFault(error, of: operation), holdsInside(code) else { return nil }
        return code
    }

    /// Takes the fault that waits for an ordinary response, at the moment at which it strikes; `nil` when none does.
    func takeFaultInside() throws -> DenialFault? {
        guard let strike = try simulation.faults.take(Self.operation, skipping: { Self.inside($0) == nil }) else {
            return nil
        }
        return Self.inside(strike.error).map { DenialFault(code: $0, strike: strike) }
    }
}

/// A fault that denies inside an ordinary response.
struct DenialFault: Sendable {
    /// The error inside the response.
    let code: EnhancedErrorCode
    /// The fault, for the journal.
    let strike: FaultStrike
}

/// An endpoint that anybody may call.
protocol OpenEndpoint: ServiceEndpoint {
    /// Answers a request.
    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer
}

/// An endpoint that takes an access token and names a service provider.
protocol ProtectedEndpoint: ServiceEndpoint {
    /// The status with which an app is refused that needs other credentials, and not only another access token.
    static var statusOfWrongClient: Int { get }
    /// Returns the service provider that a request names.
    static func serviceProvider(of request: ServiceRequest) throws -> String
    /// Answers a request that the ``Gate`` has let in.
    func answer(_ request: ProtectedRequest) async throws -> ServiceAnswer
}

extension ProtectedEndpoint {
    static var statusOfWrongClient: Int { 401 }
    static func serviceProvider(of request: ServiceRequest) throws -> String { request.route.serviceProvider }
}

/// All endpoints, in the order of the route table.
enum ServiceEndpoints {
    static let all: [any ServiceEndpoint.Type] = [
        RegisterEndpoint.self, TokenEndpoint.self, ConfigurationEndpoint.self, SessionEndpoint.self,
        ResumeEndpoint.self, SessionInformationEndpoint.self, PartnerSessionEndpoint.self, PartnerProfileEndpoint.self,
        AuthenticateEndpoint.self, AssertionConsumerEndpoint.self, SingleLogoutEndpoint.self,
        LogoutReturnEndpoint.self, MetadataEndpoint.self, ActivationEndpoint.self, ActivationFormEndpoint.self,
        ActivationDoneEndpoint.self, ProfilesEndpoint.self, ProfileEndpoint.self,
        ProfileByCodeEndpoint.self, PreauthorizeEndpoint.self,
        AuthorizeEndpoint.self, LogoutEndpoint.self, ResetEndpoint.self, ResetOfPersonEndpoint.self,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.endpoint.name, $0) })

    static func named(_ endpoint: Endpoint) -> (any ServiceEndpoint.Type)? { byName[endpoint.name] }
}
