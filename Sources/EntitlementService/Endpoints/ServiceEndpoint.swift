import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// The code that answers an endpoint's requests.
///
/// The table of ``Endpoint`` describes the endpoint itself.
protocol ServiceEndpoint: Sendable {
    /// The world's simulation and contracts.
    var context: ServiceContext { get }
    /// Creates the endpoint of a world.
    init(context: ServiceContext)
}

/// An endpoint that takes no access token.
protocol OpenEndpoint: ServiceEndpoint {
    /// Answers a request.
    func answer(_ request: ServiceRequest) throws -> ServiceAnswer
}

/// An endpoint that takes an access token and names a service provider.
protocol ProtectedEndpoint: ServiceEndpoint {
    /// Answers a request that the ``RequestAuthorizer`` has admitted.
    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer
}

extension ProtectedEndpoint {
    /// Takes the fault that is due inside an ordinary answer with decisions; `nil` if no fault is due.
    func takeFault(inside request: ProtectedRequest, about resources: [ResourceID]) throws -> DenialFault? {
        let endpoint = request.route.endpoint
        // A fault of a resource without a decision strikes later.
        let named = request.base.faults.lateResource.map { ResourceID($0) }
        guard !resources.isEmpty, named.map(resources.contains) ?? true else { return nil }
        return try simulation.faults.reach(request.base.faults).flatMap { due in
            due.error.flatMap(endpoint.fault(inside:)).map { DenialFault(code: $0, due: due) }
        }
    }
}

/// A fault that denies inside an ordinary answer.
struct DenialFault: Sendable {
    /// The error inside the answer.
    let code: EnhancedErrorCode
    /// The fault.
    let due: MatchedFault

    /// Returns whether the fault denies a resource.
    func denies(_ resource: ResourceID) -> Bool { due.resource.map { ResourceID($0) == resource } ?? true }
}

extension Endpoint {
    /// Returns the enhanced error that a fault puts inside an ordinary answer; `nil` if the fault fails the whole request.
    func fault(inside error: String) -> EnhancedErrorCode? {
        guard case .enhanced(let code)? = ServiceFault(error, of: fault), holdsInside(code) else { return nil }
        return code
    }

    /// The code that answers the endpoint.
    var service: (any ServiceEndpoint.Type)? { Self.services[self] }

    static let services: [Endpoint: any ServiceEndpoint.Type] = [
        .register: RegisterEndpoint.self, .token: TokenEndpoint.self, .configuration: ConfigurationEndpoint.self,
        .session: SessionEndpoint.self, .resume: ResumeEndpoint.self,
        .sessionInformation: SessionInformationEndpoint.self, .partnerSession: PartnerSessionEndpoint.self,
        .partnerProfile: PartnerProfileEndpoint.self, .profiles: ProfilesEndpoint.self,
        .profile: ProfileEndpoint.self, .profileByCode: ProfileByCodeEndpoint.self,
        .preauthorize: PreauthorizeEndpoint.self, .authorize: AuthorizeEndpoint.self, .logout: LogoutEndpoint.self,
        .resetTempPass: ResetEndpoint.self, .resetTempPassOfPerson: ResetOfPersonEndpoint.self,
        .authenticate: AuthenticateEndpoint.self, .assertionConsumer: AssertionConsumerEndpoint.self,
        .singleLogout: SingleLogoutEndpoint.self, .logoutReturn: LogoutReturnEndpoint.self,
        .mediaTokenKeys: MediaTokenKeysEndpoint.self, .mediaTokenKey: MediaTokenKeyEndpoint.self,
        .authorizationReturn: AuthorizationReturnEndpoint.self,
        .authorizationLogoutReturn: AuthorizationLogoutReturnEndpoint.self,
        .samlLogin: LoginEndpoint.self,
        .metadata: MetadataEndpoint.self, .logo: LogoEndpoint.self, .activation: ActivationEndpoint.self,
        .activationForm: ActivationFormEndpoint.self, .activationDone: ActivationDoneEndpoint.self,
        .serviceToken: ServiceTokenEndpoint.self, .refreshServiceToken: RefreshServiceTokenEndpoint.self,
        .linkDevice: LinkEndpoint.self, .unlinkDevices: UnlinkEndpoint.self, .listDevices: LinkedDevicesEndpoint.self,
    ]
}
