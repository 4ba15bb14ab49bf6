import Foundation
import SimulatedDevice
import SimulationCore

extension Answerer {
    /// What an app is told about its access.
    typealias AccessStatus = (status: VSAccountAccessStatus, error: VSError?)

    /// Answers an app that asks for its access status.
    func accessStatus(prompt: Bool) -> AccessStatus {
        do {
            return try checkedAccessStatus(prompt: prompt)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Answers an app that asks for its access status: fault, region, what the app was built with, the decision.
    ///
    /// spec video-subscriber-account § 2.2.
    func checkedAccessStatus(prompt: Bool) throws -> AccessStatus {
        if app.process.termination != nil { return (.notDetermined, VSError(answer: .accessNotGranted)) }
        if let fault = try simulation.faults.take(.checkAccessStatus), let code = VSError.Code(faultName: fault.error) {
            try record("checkAccessStatus", "\(code)", "a fault was set for this operation", fault: fault)
            return (.notDetermined, VSError(answer: code))
        }
        let situation = try device.situation(of: app.bundleID)
        let settings = situation.settings
        guard settings.region == .supported || settings.behaviour.unsupportedRegion == .legacy else {
            try record("checkAccessStatus", "unsupported", "the device's region has no TV Provider feature")
            return (VSAccountAccessStatus(situation.app.access), VSError(answer: .unsupported))
        }
        guard situation.app.singleSignOnEntitlement else {
            try record("checkAccessStatus", "restricted", "the app has no entitlement for single sign-on")
            return (.restricted, VSError(answer: .accessNotGranted))
        }
        guard let answer = try accessAnswer(prompt: prompt) else {
            let outcome = app.process.termination == nil ? "accessNotGranted" : "terminated"
            try record("checkAccessStatus", outcome, "the app does not say why it wants access")
            return (.notDetermined, VSError(answer: .accessNotGranted))
        }
        let reason = answer.prompted ? "the person was asked" : "the stored decision, without asking"
        try record("checkAccessStatus", answer.permission.rawValue, reason)
        let error = answer.permission == .granted ? nil : VSError(answer: .accessNotGranted)
        return (VSAccountAccessStatus(answer.permission), error)
    }

    /// Asks the person for access in the middle of a metadata request, where nothing is decided yet.
    func askForAccess() throws {
        let answer = try accessAnswer(prompt: true)
        try record(
            "askForAccess", answer?.permission.rawValue ?? "not asked",
            answer == nil ? "the app does not say why it wants access" : "the person was asked")
    }

    /// What comes of the question for access; `nil` for an app that may not ask, since it does not say why.
    ///
    /// The real system ends such an app's process. Where the process is only simulated, what waits for an answer gets one,
    /// so that no test waits for ever, and nothing is done for the app any more.
    private func accessAnswer(prompt: Bool) throws -> AccessAnswer? {
        if prompt, try !device.app(app.bundleID).usageDescription {
            switch try device.settings().behaviour.missingUsageDescription {
            case .terminate: app.endForMissingUsageDescription()
            case .error: break
            }
            return nil
        }
        return try device.requestAccess(for: app.bundleID, prompt: prompt)
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
