import Foundation
import SAML
import SimulatedDevice
import SimulationCore

/// Answers for one app on one device: reads the state, decides, asks the provider, and leaves the reason.
struct Answerer: Sendable {
    /// The queue on which every completion handler of the process is called.
    static let queue = DispatchQueue(label: "VideoSubscriberAccount.completion")
    /// The fault under which metadata does not name the provider, though it was asked for.
    static let faultWithoutProvider = "noProviderIdentifier"

    let app: RunningApp
    var device: Device { app.device }
    private var simulation: Simulation { device.simulation }

    init(app: RunningApp) {
        self.app = app
    }

    // MARK: - Access status

    func accessStatus(prompt: Bool) -> (status: VSAccountAccessStatus, error: VSError?) {
        do {
            return try checkedAccessStatus(prompt: prompt)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    private func checkedAccessStatus(prompt: Bool) throws -> (status: VSAccountAccessStatus, error: VSError?) {
        if let fault = try simulation.faults.take(.checkAccessStatus), let code = VSError.Code(faultName: fault) {
            try record("checkAccessStatus", "\(code)", "a fault was set for this operation")
            return (.notDetermined, VSError(code))
        }
        guard try device.settings().region == .supported else {
            try record("checkAccessStatus", "unsupported", "the device's region has no TV Provider feature")
            return (VSAccountAccessStatus(try device.permission(for: app.bundleID)), VSError(.unsupported))
        }
        let answer = try device.requestAccess(for: app.bundleID, prompt: prompt)
        let reason =
            answer.prompted ? "the person was asked" : "the stored decision, without asking"
        try record("checkAccessStatus", answer.permission.rawValue, reason)
        let error = answer.permission == .granted ? nil : VSError(.accessNotGranted)
        return (VSAccountAccessStatus(answer.permission), error)
    }

    // MARK: - Metadata

    func metadata(
        _ wish: MetadataWish, hasDelegate: Bool, cancellation: Cancellation
    ) async -> Result<MetadataContent, VSError> {
        do {
            guard !cancellation.isRequested else { return .failure(VSError(.userCancelled)) }
            let answer = try await decidedMetadata(wish, hasDelegate: hasDelegate)
            return cancellation.isRequested ? .failure(VSError(.userCancelled)) : answer
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    private func decidedMetadata(
        _ wish: MetadataWish, hasDelegate: Bool
    ) async throws -> Result<MetadataContent, VSError> {
        let fault = try simulation.faults.take(.enqueue)
        if let fault, let code = VSError.Code(faultName: fault) {
            try record("enqueue", "\(code)", "a fault was set for this operation")
            return .failure(VSError(code))
        }
        let decision = MetadataDecision.decide(
            wish,
            in: .init(
                region: try device.settings().region, permission: try device.permission(for: app.bundleID),
                account: try device.account(), now: try simulation.clock.now(), hasDelegate: hasDelegate))
        let reason = "row \(decision.row.rawValue) of the decision table: \(decision.row)"
        switch decision.action {
        case .fail(let code, let unsupportedProvider):
            try record("enqueue", "\(code)", reason)
            let userInfo = unsupportedProvider.map { [VSErrorInfoKeyUnsupportedProviderIdentifier: $0] } ?? [:]
            return .failure(VSError(code, userInfo: userInfo))
        case .answer(let account):
            var content = MetadataContent(account, for: wish)
            if fault == Self.faultWithoutProvider {
                try record("enqueue", "metadata", "a fault was set: the metadata does not name the provider")
                content.accountProviderIdentifier = nil
            } else {
                try record("enqueue", "metadata", reason)
            }
            return .success(content)
        case .askProvider(let account):
            try record("enqueue", "askProvider", reason)
            return try await askProvider(wish, account)
        case .interrupt:
            // Nobody is there to look at the system's interface: the person cancels it.
            try record("enqueue", "userCancelled", reason)
            return .failure(VSError(.userCancelled))
        }
    }

    private func record(_ event: String, _ outcome: String, _ reason: String) throws {
        try simulation.journal.record(
            room: "VideoSubscriberAccount", event: event, outcome: outcome, reason: reason,
            details: ["app": app.bundleID])
    }
}

extension VSAccountAccessStatus {
    /// The status that an app sees for a permission.
    init(_ permission: AccessPermission) {
        switch permission {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}

extension VSError.Code {
    /// Every code under the name that a fault gives it.
    package static let faultNames: [String] = allInOrder.map { "\($0)" }

    /// Every fault that a metadata request can meet: the codes, and metadata that does not name the provider.
    package static let metadataFaultNames: [String] = faultNames + [Answerer.faultWithoutProvider]

    private static let allInOrder: [VSError.Code] = [
        .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable, .providerRejected,
        .invalidVerificationToken, .rejected, .unsupported,
    ]

    init?(faultName: String) {
        guard let code = Self.allInOrder.first(where: { "\($0)" == faultName }) else { return nil }
        self = code
    }
}
