import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `DELETE /reset-tempass/v3/reset`: deletes the trials of a temporary pass, of one device or of all.
///
/// The device is named by the decoded value of AP-Device-Identifier (Differences, S-85).
///
/// Adobe Pass, TempPass Feature, Reset TempPass API.
struct ResetEndpoint: TrialResetting {
    static let parameter = "device_id"
    let context: ServiceContext

    func name(_ value: String, in place: TrialDocuments) -> StateKey<String> { place.device(value) }
}

/// `DELETE /reset-tempass/v3/reset/generic`: deletes the trials of a promotional pass, of one user or of all.
///
/// Adobe Pass, TempPass Feature, Reset TempPass API, generic.
struct ResetOfPersonEndpoint: TrialResetting {
    static let parameter = "key"
    let context: ServiceContext

    func name(_ value: String, in place: TrialDocuments) -> StateKey<String> { place.person(value) }

    func takes(_ pass: TempPass) -> Bool { pass.resources != nil }
}

/// The common part of the two reset endpoints.
protocol TrialResetting: ProtectedEndpoint {
    /// The query parameter that names the device or user; missing or `all` means all of them.
    static var parameter: String { get }
    /// Returns the key of the trial of a device or user.
    func name(_ value: String, in place: TrialDocuments) -> StateKey<String>
    /// Returns whether the endpoint resets a pass.
    func takes(_ pass: TempPass) -> Bool
}

extension TrialResetting {
    func takes(_ pass: TempPass) -> Bool { true }

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let query = try request.base.query()
        guard let mvpd = MVPDID(query.value("mvpd_id")), let integration = request.requestor.integration(mvpd),
            let pass = integration.tempPass, takes(pass)
        else {
            let passes = request.requestor.integrations.filter { $0.tempPass.map(takes) ?? false }.map(\.mvpd.rawValue)
            let name = query.value("mvpd_id")
            throw Refusal(
                .invalidParameterMVPD,
                InputFate(
                    "mvpd_id", .value, found: name.map { Naming.quoted($0) } ?? "missing",
                    expected: "a pass of '\(request.requestor.id)' that this endpoint resets, of "
                        + Naming.known(passes, insteadOf: name ?? "")))
        }
        _ = try request.active(integration, mvpd: mvpd)
        let value = query.value(Self.parameter).flatMap { $0.isEmpty || $0 == "all" ? nil : $0 }
        let place = TrialDocuments(serviceProvider: request.requestor.id, mvpd: mvpd)
        let count = try simulation.store.write { state in
            try value.map { try place.reset(name($0, in: place), in: state) } ?? place.resetAll(in: state)
        }
        var answer = ServiceAnswer(
            status: request.route.endpoint.successStatus, outcome: "\(count) reset",
            reason: value == nil
                ? "All trials of the pass '\(mvpd)' were deleted."
                : count == 0
                    ? "The pass '\(mvpd)' has no trial of what '\(Self.parameter)' names."
                    : "The trial of the pass '\(mvpd)' that '\(Self.parameter)' names was deleted.")
        if let value, count == 0 {
            request.base.inputs.note(
                InputFate(
                    Self.parameter, .value,
                    found: request.route.endpoint.isSecret(Self.parameter)
                        ? "one without a trial" : Naming.quoted(value),
                    expected: "a value that a trial began with"))
        }
        answer.details = ["serviceProvider": request.requestor.id.rawValue, "mvpd": mvpd.rawValue]
        return answer
    }
}
