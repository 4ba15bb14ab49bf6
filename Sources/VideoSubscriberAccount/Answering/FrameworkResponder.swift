import Foundation
import TVSimCore
import TVSimDevice

/// Answers the requests of one app on one device, and records the reason of each answer.
///
/// This file processes a metadata request from start to end. Access, interface and provider have files of their own.
struct FrameworkResponder: Sendable {
    /// The name of the fault that omits the provider from metadata that was asked for it.
    static let faultWithoutProvider = "noProviderIdentifier"

    /// The metadata or error that an app receives.
    typealias Answer = Result<MetadataContent, VSError>

    let app: RunningApp
    /// Whether the caller is the simulated SDK, and not the app.
    var isOfSDK = false
    var device: Device { app.device }
    var simulation: Simulation { device.simulation }

    /// Answers a request when its turn comes, asking the user or the provider if needed.
    ///
    /// - Parameters:
    ///   - wish: The request.
    ///   - pending: The request's state, which also delivers the answer.
    ///   - turn: The request's turn in the queue of the device.
    ///   - presenter: Presents the system's interface; `nil` if the manager has no delegate.
    func answer(
        _ wish: MetadataWish, _ pending: PendingRequest<Answer>, in turn: RequestQueue.Turn,
        presenter: @Sendable () -> InterfacePresenter?
    ) async {
        guard pending.begin() else { return }
        do {
            let answer = try withAccount(await decided(wish, presenter(), pending, turn))
            if pending.isWithdrawn {
                try record(.withdrawn)
                pending.answer(.failure(VSError(answer: .userCancelled)))
            } else {
                pending.answer(answer)
            }
        } catch {
            pending.fail(error)
        }
    }

    /// Returns an answer from the device's state alone; `nil` if the user or the provider must be asked.
    func immediateMetadata(_ wish: MetadataWish, hasDelegate: Bool) throws -> Answer? {
        if app.process.termination != nil { return .failure(VSError(answer: .accessNotGranted)) }
        if let answer = try unavailableAnswer() { return answer }
        let decision = try decide(wish, hasDelegate: hasDelegate, Progress())
        guard case .answer(let known) = decision.action else { return nil }
        try note(wish, hasDelegate: hasDelegate)
        let fault = try Fault(take: simulation, of: app)
        return try withAccount(fault.answer(self) ?? fault.changing(try answer(known, wish, decision, fault)))
    }

    /// The steps that a request has already taken.
    private struct Progress {
        var hasAsked = false
        var hasInterrupted = false
    }

    private func decided(
        _ wish: MetadataWish, _ presenter: InterfacePresenter?, _ pending: PendingRequest<Answer>,
        _ turn: RequestQueue.Turn
    ) async throws -> Answer {
        if app.process.termination != nil { return .failure(VSError(answer: .accessNotGranted)) }
        try note(wish, hasDelegate: presenter != nil)
        let fault = try Fault(take: simulation, of: app)
        if let answer = try fault.answer(self) { return answer }
        if let answer = try unavailableAnswer() { return answer }
        var progress = Progress()
        while true {
            let decision = try decide(wish, hasDelegate: presenter != nil, progress)
            switch decision.action {
            case .answer(let known):
                return fault.changing(try answer(known, wish, decision, fault))
            case .ask(.provider(let account, let scheme)):
                try record(.askProvider, decision.row)
                return fault.changing(try await askProvider(wish, account, in: scheme))
            case .ask(.access):
                try record(.askForAccess, decision.row)
                guard try await askForAccess(during: pending, turn) else {
                    return .failure(VSError(answer: .userCancelled))
                }
                if app.process.termination != nil { return .failure(VSError(answer: .accessNotGranted)) }
                progress.hasAsked = true
            case .ask(.person(let interface)):
                // The decision asks for an interface only if there is a presenter.
                guard let presenter else { return .failure(VSError(answer: .providerRejected)) }
                try record(.present, decision.row)
                let outcome = try await interrupt(with: try page(for: interface, wish), presenter, pending, turn)
                if let answer = outcome.answer { return answer }
                progress.hasInterrupted = true
            }
        }
    }

    private func note(_ wish: MetadataWish, hasDelegate: Bool) throws {
        try device.note(.metadata(wish.arguments(hasDelegate: hasDelegate)), of: app.bundleID, isOfSDK: isOfSDK)
    }

    /// Returns the error of a platform without the class `VSAccountManager`; `nil` on the others.
    private func unavailableAnswer() throws -> Answer? {
        guard try !device.settings().platform.hasProviderAccounts else { return nil }
        try record(.unavailable, because: "the platform is \(device.settings().platform.rawValue)")
        return .failure(VSError(answer: .unsupported))
    }

    /// Returns an answer that asks neither the user nor the provider, and records it.
    private func answer(
        _ known: MetadataDecision.Known, _ wish: MetadataWish, _ decision: MetadataDecision, _ fault: Fault
    ) throws -> Answer {
        switch known {
        case .error(let code, let unsupportedProvider):
            try record(.error, decision.row, error: code, because: decision.cause)
            return .failure(VSError(answer: code, unsupportedProvider: unsupportedProvider))
        case .nothing:
            try record(.empty, decision.row, because: decision.cause)
            return .success(MetadataContent())
        case .account(let account):
            var content = MetadataContent(account, for: wish)
            try record(.metadata, decision.row, fault: fault.strike)
            if try device.settings().behaviour.verificationData == .always {
                content.verificationData = try verificationData()
            }
            return .success(content)
        }
    }

    private func decide(
        _ wish: MetadataWish, hasDelegate: Bool, _ progress: Progress
    ) throws -> MetadataDecision {
        var situation = MetadataDecision.Situation(
            try device.situation(of: app.bundleID), now: try simulation.clock.now(), hasDelegate: hasDelegate)
        situation.hasAsked = progress.hasAsked
        situation.hasInterrupted = progress.hasInterrupted
        return MetadataDecision.decide(wish, in: situation)
    }

    fileprivate func record(
        _ effect: MetadataStep.Effect, _ row: MetadataDecisionRow? = nil, error: VSError.Code? = nil,
        because cause: String? = nil, fault: InjectedFault? = nil
    ) throws {
        try simulation.journal.record(
            MetadataStep(
                app: app.bundleID, effect: effect, error: error.map { "\($0)" }, row: row,
                cause: cause.map { JournalText($0) }),
            fault: fault)
    }
}

/// The fault that affects one request, if any.
private struct Fault {
    let strike: InjectedFault?

    /// Takes the next fault of metadata requests, which counts the request.
    init(take simulation: Simulation, of app: RunningApp) throws {
        strike = try simulation.faults.take(.enqueue, about: FaultFacts(app: app.bundleID))
    }

    /// Returns the fault's error; `nil` without a fault, or if the fault is not an error.
    func answer(_ answerer: FrameworkResponder) throws -> FrameworkResponder.Answer? {
        guard let code = strike.flatMap({ VSError.Code(faultName: $0.error) }) else { return nil }
        try answerer.record(.error, error: code, fault: strike)
        return .failure(VSError(answer: code))
    }

    /// Removes the provider's identifier from an answer if the fault requires it.
    func changing(_ answer: FrameworkResponder.Answer) -> FrameworkResponder.Answer {
        guard strike?.error == FrameworkResponder.faultWithoutProvider else { return answer }
        return answer.map { content in
            var content = content
            content.accountProviderIdentifier = nil
            return content
        }
    }
}

extension VSError {
    /// Creates an error, with the identifier of the unsupported provider if given.
    init(answer code: Code, unsupportedProvider: String?) {
        self.init(
            answer: code,
            userInfo: unsupportedProvider.map { [VSErrorInfoKeyUnsupportedProviderIdentifier: $0] } ?? [:])
    }
}
