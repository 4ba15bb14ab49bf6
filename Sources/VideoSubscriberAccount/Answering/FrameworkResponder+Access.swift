import Foundation
import TVSimCore
import TVSimDevice

extension FrameworkResponder {
    /// The access status and error that an app receives.
    typealias AccessStatus = (status: VSAccountAccessStatus, error: VSError?)

    /// The request of an app for its access status.
    typealias PendingCheck = PendingRequest<AccessStatus>

    /// The result of a request for access.
    private enum AccessResult {
        case answered(AccessPromptAnswer)
        /// The open prompt ended with this answer, which the user gave there, or a command elsewhere.
        case answeredLater(AccessPromptAnswer)
        /// The app has no usage description and must not ask.
        case mustNotAsk
        /// The prompt stays open until the user answers.
        case staysOpen
    }

    /// Answers a check of the access status: at once, or after the user has answered the open prompt.
    ///
    /// A prompt that stays open takes its turn among the device's requests, so that at most one interface is open.
    ///
    /// - Parameters:
    ///   - prompt: Whether the system may ask the user.
    ///   - pending: The check's state, which also delivers the answer.
    ///   - executor: Runs the code that may wait for another process's lock; `nil` for the global executor.
    func checkAccess(prompt: Bool, _ pending: PendingCheck, on executor: (any TaskExecutor)? = nil) {
        device.accessChecks.async { [self] in
            do {
                if let answer = try checkedAccessStatus(prompt: prompt) { return pending.answer(answer) }
                takeTurn(pending, on: executor) { try await askedAccessStatus(pending, $0) }
            } catch {
                pending.fail(error)
            }
        }
    }

    /// The answer to a check that ends with its process.
    static let withdrawn: AccessStatus = (.notDetermined, VSError(answer: .accessNotGranted))

    private func askedAccessStatus(_ pending: PendingCheck, _ turn: RequestQueue.Turn) async throws -> AccessStatus {
        if app.process.termination != nil { return Self.withdrawn }
        return try status(after: try await askForAccess(pending, turn))
    }

    /// Returns the access status after checking, in order, fault, region, how the app was built, and the user's
    /// decision; `nil` if the prompt stays open until the user answers.
    ///
    /// Video Subscriber Account, `VSAccountManager.checkAccessStatus(options:completionHandler:)`; Differences, A-44.
    func checkedAccessStatus(prompt: Bool) throws -> AccessStatus? {
        if app.process.termination != nil { return (.notDetermined, VSError(answer: .accessNotGranted)) }
        try device.note(.access(prompt: prompt), of: app.bundleID, isOfSDK: isOfSDK)
        let fault = try simulation.faults.take(.checkAccessStatus, about: FaultFacts(app: app.bundleID))
        if let fault, let code = VSError.Code(faultName: fault.error) {
            try record(.checkAccessStatus, .fault, error: code, fault: fault)
            return (.notDetermined, VSError(answer: code))
        }
        let situation = try device.situation(of: app.bundleID)
        let settings = situation.settings
        guard settings.platform.hasProviderAccounts else {
            try record(.checkAccessStatus, .unavailable)
            return (.notDetermined, VSError(answer: .unsupported))
        }
        guard settings.region == .supported || settings.behaviour.unsupportedRegion == .legacy else {
            try record(.checkAccessStatus, .unsupportedRegion)
            return (VSAccountAccessStatus(situation.app.access), VSError(answer: .unsupported))
        }
        guard situation.app.singleSignOnEntitlement else {
            try record(.checkAccessStatus, .notEntitled)
            return (.restricted, VSError(answer: .accessNotGranted))
        }
        let result = try accessResult(prompt: prompt)
        if case .staysOpen = result { return nil }
        return try status(after: result)
    }

    /// Records the result of a request for access, and returns the status for the app.
    private func status(after result: AccessResult) throws -> AccessStatus {
        switch result {
        case .mustNotAsk:
            try record(.checkAccessStatus, app.process.termination == nil ? .noUsageDescription : .terminated)
            return (.notDetermined, VSError(answer: .accessNotGranted))
        case .staysOpen:
            try record(.checkAccessStatus, .processEnded, .notDetermined)
            return Self.withdrawn
        case .answeredLater(let answer):
            return try status(after: answer, because: answer.prompted ? .asked : .setWhileAsked)
        case .answered(let answer):
            return try status(
                after: answer,
                because: answer.prompted ? .asked : answer.permission == .notDetermined ? .undecided : .stored)
        }
    }

    private func status(after answer: AccessPromptAnswer, because cause: AccessDecision.Cause) throws -> AccessStatus {
        try record(.checkAccessStatus, cause, answer.permission)
        let error = answer.permission == .granted ? nil : VSError(answer: .accessNotGranted)
        return (VSAccountAccessStatus(answer.permission), error)
    }

    private func record(
        _ operation: AccessDecision.Operation, _ cause: AccessDecision.Cause, _ permission: AccessPermission? = nil,
        error: VSError.Code? = nil, fault: InjectedFault? = nil
    ) throws {
        let hint: String? =
            switch cause {
            case .undecided: try device.unknownAppHint(app.bundleID)
            case .unavailable: "the platform is \(try device.settings().platform.rawValue)"
            case .unsupportedRegion: "the region is \(try device.settings().region.rawValue)"
            default: nil
            }
        try simulation.journal.record(
            AccessDecision(
                app: app.bundleID, operation: operation, cause: cause, permission: permission,
                error: error.map { "\($0)" }, hint: hint.map { JournalText($0) }), fault: fault)
    }

    /// Asks the user for access during a metadata request if the user has not decided yet.
    ///
    /// - Returns: Whether the request continues; `false` if it was withdrawn before the user answered.
    func askForAccess(during pending: PendingRequest<Answer>, _ turn: RequestQueue.Turn) async throws -> Bool {
        switch try await askForAccess(pending, turn) {
        case .answered(let answer), .answeredLater(let answer):
            try record(.askForAccess, .asked, answer.permission)
        case .mustNotAsk: try record(.askForAccess, .noUsageDescription)
        case .staysOpen: return false
        }
        return true
    }

    /// Asks the user for access, and waits for the user if the prompt stays open.
    ///
    /// - Returns: The result; ``AccessResult/staysOpen`` if the request was withdrawn before the user answered.
    private func askForAccess(
        _ pending: PendingRequest<some Sendable>, _ turn: RequestQueue.Turn
    ) async throws -> AccessResult {
        let result = try accessResult(prompt: true)
        guard case .staysOpen = result else { return result }
        let prompt = InterfacePage.prompt(PromptPage(.access, of: app.bundleID))
        guard case .access(let answer) = try await interrupt(with: prompt, nil, pending, turn) else { return result }
        return .answeredLater(answer)
    }

    /// Returns the result of a request for access, without waiting for the user.
    ///
    /// The real system terminates the process of such an app. If the process is only simulated, pending requests get an
    /// answer, so that no test waits forever, and the app is ignored from then on.
    private func accessResult(prompt: Bool) throws -> AccessResult {
        if prompt, try !device.app(app.bundleID).usageDescription {
            switch try device.settings().behaviour.missingUsageDescription {
            case .terminate: app.end(because: .usageDescription)
            case .error: break
            }
            return .mustNotAsk
        }
        return try device.requestAccess(for: app.bundleID, prompt: prompt).map(AccessResult.answered) ?? .staysOpen
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
