import EntitlementAPI
import Foundation
import SimulationCore
import StateStorage

/// `DELETE /reset-tempass/v3/reset`: forgets the trials of a temporary pass, those of one device or all.
///
/// spec entitlement § 1.10.
///
/// - Note: The parameters are documented by name alone. See DIFFERENCES, S-85.
struct ResetEndpoint: TrialResetting {
    static let parameter = "device_id"
    let simulation: Simulation

    func name(_ value: String, in place: TrialPlace) -> StateKey<String> { place.device(value) }
}

/// `DELETE /reset-tempass/v3/reset/generic`: forgets the trials of a promotional pass, those of one person or all.
///
/// spec entitlement § 1.10.
///
/// - Note: The parameters are documented by name alone. See DIFFERENCES, S-85.
struct ResetOfPersonEndpoint: TrialResetting {
    static let parameter = "key"
    let simulation: Simulation

    func name(_ value: String, in place: TrialPlace) -> StateKey<String> { place.person(value) }

    func takes(_ pass: TempPass) -> Bool { pass.resources != nil }
}

/// What both endpoints do that reset a pass: they differ in whose trial it is.
protocol TrialResetting: ProtectedEndpoint {
    /// The field of the query that says whose trial it is; absent or `all`: everybody's.
    static var parameter: String { get }
    /// What a trial is found by.
    func name(_ value: String, in place: TrialPlace) -> StateKey<String>
    /// Whether a pass has what is reset.
    func takes(_ pass: TempPass) -> Bool
}

extension TrialResetting {
    func takes(_ pass: TempPass) -> Bool { true }

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let query = try request.base.query()
        guard let mvpd = query.value("mvpd_id"), let integration = request.requestor.integration(mvpd),
            let pass = integration.tempPass, takes(pass)
        else {
            throw Refusal(
                .invalidParameterMVPD, "'mvpd_id' names no pass of '\(request.requestor.id)' that can be reset so.")
        }
        _ = try request.active(integration, mvpd: mvpd)
        let value = query.value(Self.parameter).flatMap { $0.isEmpty || $0 == "all" ? nil : $0 }
        let place = TrialPlace(serviceProvider: request.requestor.id, mvpd: mvpd)
        let count = try simulation.store.write { state in
            try value.map { try place.reset(name($0, in: place), in: state) } ?? place.resetAll(in: state)
        }
        var answer = ServiceAnswer(
            status: request.route.endpoint.successStatus, outcome: "\(count) reset",
            reason: value == nil
                ? "All trials of the pass '\(mvpd)' are forgotten."
                : "The trial of the pass '\(mvpd)' that '\(Self.parameter)' names is forgotten, if there is one.")
        answer.details = ["serviceProvider": request.requestor.id, "mvpd": mvpd]
        return answer
    }
}
