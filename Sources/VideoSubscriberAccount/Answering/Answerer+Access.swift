import Foundation
import SimulatedDevice
import SimulationCore

extension Answerer {
    /// The access status and error that an app receives.
    typealias AccessStatus = (status: VSAccountAccessStatus, error: VSError?)

    /// Returns the access status of the app, and stops the process if the device is unusable.
    func accessStatus(prompt: Bool) -> AccessStatus {
        do {
            return try checkedAccessStatus(prompt: prompt)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Returns the access status after checking, in order, fault, region, how the app was built, and the user's
    /// decision.
    ///
    /// Video Subscriber Account, `VSAccountManager.checkAccessStatus(options:completionHandler:)`; Differences, A-44.
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
            try record("checkAccessStatus", outcome, "the app has no usage description")
            return (.notDetermined, VSError(answer: .accessNotGranted))
        }
        let reason =
            answer.prompted
            ? "the user was asked"
            : answer.permission == .notDetermined
                ? "the user was not asked, and has not decided about \(app.bundleID) before"
                : "the user was not asked, and the stored decision applies"
        try record("checkAccessStatus", answer.permission.rawValue, reason)
        let error = answer.permission == .granted ? nil : VSError(answer: .accessNotGranted)
        return (VSAccountAccessStatus(answer.permission), error)
    }

    /// Asks the user for access during a metadata request if the user has not decided yet.
    func askForAccess() throws {
        let answer = try accessAnswer(prompt: true)
        try record(
            "askForAccess", answer?.permission.rawValue ?? "not asked",
            answer == nil ? "the app has no usage description" : "the user was asked")
    }

    /// Returns the answer to the access prompt; `nil` if the app has no usage description and must not ask.
    ///
    /// The real system terminates the process of such an app. If the process is only simulated, pending requests get an
    /// answer, so that no test waits forever, and the app is ignored from then on.
    private func accessAnswer(prompt: Bool) throws -> AccessAnswer? {
        if prompt, try !device.app(app.bundleID).usageDescription {
            switch try device.settings().behaviour.missingUsageDescription {
            case .terminate: app.end(because: .usageDescription)
            case .error: break
            }
            return nil
        }
        return try device.requestAccess(for: app.bundleID, prompt: prompt)
    }
}

extension VSAccountAccessStatus {
    /// Creates the status that an app receives for a permission.
    init(_ permission: AccessPermission) {
        switch permission {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}
