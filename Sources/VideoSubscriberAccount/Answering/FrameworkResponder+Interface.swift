import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages

extension FrameworkResponder {
    /// Returns the first page of an interface.
    func page(for interface: MetadataDecision.Interface, _ wish: MetadataWish) throws -> InterfacePage {
        let providers = try device.providers()
        switch interface {
        case .picker:
            return .picker(wish.picker(of: providers, rows: try device.settings().behaviour.pickerRows))
        case .signIn(let id):
            let name = providers.first { $0.identifier == id }?.displayName ?? id
            return .signIn(
                SignInPage(
                    provider: ProviderPicker.Row(identifier: id, displayName: name), videoTitle: wish.videoTitle))
        }
    }

    /// Lets a request whose prompt stays open take its turn among the device's requests, so that at most one interface
    /// is open.
    ///
    /// - Parameters:
    ///   - pending: The request's state, which also delivers the answer.
    ///   - executor: Runs the code that may wait for another process's lock; `nil` for the global executor.
    ///   - ask: Asks the user, and returns the app's answer.
    func takeTurn<Reply: Sendable>(
        _ pending: PendingRequest<Reply>, on executor: (any TaskExecutor)?,
        asking ask: @escaping @Sendable (RequestQueue.Turn) async throws -> Reply
    ) {
        device.requests.enqueue(pending, of: app.process.simulated, mayInterrupt: true) { turn in
            await withTaskExecutorPreference(executor) {
                var reply: Result<Reply, any Error>?
                if pending.begin() {
                    do { reply = .success(try await ask(turn)) } catch { reply = .failure(error) }
                }
                // Before the handler: a request that the handler enqueues must not find this one still pending.
                device.requests.settle()
                switch reply {
                case .success(let answer)?: pending.answer(answer)
                case .failure(let error)?: pending.fail(error)
                // The request was withdrawn before its turn, and is answered already.
                case nil: break
                }
            }
        }
    }

    /// Presents the system's interface, performs the user's actions until it ends, and dismisses it.
    ///
    /// Every `present` is followed by a `dismiss`, also if the simulator fails meanwhile. Without a presenter the system
    /// shows the interface itself, as it does with a prompt.
    ///
    /// Video Subscriber Account, `VSAccountManagerDelegate`; Differences, A-9.
    func interrupt(
        with page: InterfacePage, _ presenter: InterfacePresenter?, _ pending: PendingRequest<some Sendable>,
        _ turn: RequestQueue.Turn
    ) async throws -> InterfaceOutcome {
        // An app that has withdrawn its request must not interrupt the user.
        if pending.isWithdrawn { return .withdrawn }
        let interface = PresentedInterface(page: page)
        let controller = await presenter?.present(interface)
        device.screen.show(interface)
        turn.showsInterface(page)
        pending.watch(interface)
        let conversation: Result<Ended, any Error>
        do {
            let watch = try watchPerson(before: interface)
            defer { watch.cancel() }
            conversation = .success(try await converse(over: interface, from: page, presenter, pending))
        } catch {
            conversation = .failure(error)
        }
        pending.watch(nil)
        device.screen.clear()
        turn.hidesInterface()
        if let controller { await presenter?.dismiss(controller) }
        // The caller of the last action continues only after the interface is gone.
        interface.settle(.ended)
        let ended = try conversation.get()
        try simulation.journal.record(
            InterfaceDecision(
                ended.outcome, of: app.bundleID, byScript: ended.byScript, on: ended.page.provider),
            fault: ended.outcome.fault)
        return ended.outcome
    }

    /// The stored answers that can end an interface without an action in it.
    private struct Stored: Equatable {
        var viewer: ViewerAnswers
        var permission: AccessPermission
        var automaticSignIn: AutomaticSignIn.Authorization

        init(_ answerer: FrameworkResponder) throws {
            viewer = try answerer.device.viewer()
            let app = try answerer.device.app(answerer.app.bundleID)
            (permission, automaticSignIn) = (app.access, app.automaticSignIn.authorization)
        }
    }

    /// Re-evaluates the interface when a command of another process changes the scripted user's answers.
    private func watchPerson(before interface: PresentedInterface) throws -> Task<Void, Never> {
        let stored = try Stored(self)
        return Task { [self] in
            do {
                try await simulation.watch(stored, { try Stored(self) }, { interface.look() })
            } catch {
                interface.fail(error)
            }
        }
    }

    /// How an interface ended, and whether an action of the script ended it.
    private struct Ended {
        var outcome: InterfaceOutcome
        var page: InterfacePage
        var byScript = false
    }

    /// Performs the user's actions one after another until one of them ends the interface.
    private func converse(
        over interface: PresentedInterface, from page: InterfacePage, _ presenter: InterfacePresenter?,
        _ pending: PendingRequest<some Sendable>
    ) async throws -> Ended {
        var page = page
        while true {
            // Checked before every action, because the app may withdraw inside `present` or the delegate's gate.
            if pending.isWithdrawn { return Ended(outcome: .withdrawn, page: page) }
            if case .prompt(let prompt) = page, let outcome = try outcome(of: prompt) {
                return Ended(outcome: outcome, page: page)
            }
            let action: PersonAction
            var isScripted = false
            if let scripted = ScriptedUser.action(on: page, answers: try device.viewer()) {
                (action, isScripted) = (scripted, true)
            } else {
                pending.reportUnansweredInterface()
                switch await interface.next() {
                case .person(let acted): action = acted
                // The page is evaluated again with the user's new answers.
                case .changed: continue
                case .failed(let error): throw error
                }
            }
            // The fault is one of the picker and the sign-in page.
            if !page.isPrompt, let fault = try simulation.faults.take(.interface, about: FaultFacts(app: app.bundleID))
            {
                return Ended(outcome: .failed(fault), page: page)
            }
            switch try await result(of: InterfaceStep.of(action, on: page), on: page, presenter) {
            case .stays(let reason):
                interface.settle(.impossible(reason))
            case .shows(let next):
                page = next
                interface.settle(.shows(next))
            case .ends(let outcome):
                return Ended(outcome: outcome, page: page, byScript: isScripted)
            }
        }
    }

    /// Stores the user's answer to a prompt, and returns how the prompt ends.
    ///
    /// - Parameters:
    ///   - prompt: The prompt.
    ///   - given: The answer that the user gave in it; `nil` for what is stored and the scripted answer.
    /// - Returns: The outcome; `nil` if the prompt stays open.
    /// - Throws: `StateError` if the device cannot be read or written.
    private func outcome(of prompt: PromptPage, given: ViewerAnswers.Prompt? = nil) throws -> InterfaceOutcome? {
        switch prompt.question {
        case .access:
            try device.requestAccess(for: prompt.bundleID, prompt: true, given: given)
                .map(InterfaceOutcome.access)
        case .automaticSignIn:
            try device.requestAutomaticSignIn(of: prompt.bundleID, given: given)
                .map(InterfaceOutcome.automaticSignIn)
        }
    }

    /// The effect of a step on the interface.
    private enum StepResult {
        case stays(String)
        case shows(InterfacePage)
        case ends(InterfaceOutcome)
    }

    private func result(
        of step: InterfaceStep, on page: InterfacePage, _ presenter: InterfacePresenter?
    ) async throws -> StepResult {
        switch step {
        case .impossible(let reason):
            return .stays(reason)
        case .end(let outcome):
            return .ends(outcome)
        case .decide(let given):
            guard case .prompt(let prompt) = page else { return .stays("no prompt is open") }
            return try outcome(of: prompt, given: given).map(StepResult.ends) ?? .shows(page)
        case .askApp(let row):
            guard await presenter?.wants(row.identifier) ?? true else {
                return .ends(.refusedByApp(provider: row.identifier))
            }
            return .shows(.signIn(SignInPage(provider: row, videoTitle: page.videoTitle)))
        case .askProvider(let provider, let subscriber, let password):
            let attempt = SignInAttempt(
                provider: provider, subscriber: subscriber, password: password,
                waits: try device.settings().developer.requestTimeoutsDisabled)
            switch try await device.providerConnection.signIn(attempt) {
            case .accepted(let until):
                try device.signIn(provider: provider, subscriber: subscriber, expires: until)
                return .ends(.signedIn(provider: provider))
            case .wrongCredentials:
                return .shows(page.refusingOnceMore)
            case .rejected: return .ends(.rejected)
            case .invalidVerificationToken: return .ends(.invalidVerificationToken)
            case .timeout, .unreachable: return .ends(.unreachable)
            }
        }
    }
}

extension InterfacePage {
    /// The title of the video that the user wants to watch.
    fileprivate var videoTitle: String? {
        switch self {
        case .prompt: nil
        case .picker(let picker): picker.videoTitle
        case .signIn(let page): page.videoTitle
        }
    }

    /// The identifier of the provider of a sign-in page; `nil` for another page.
    fileprivate var provider: String? {
        guard case .signIn(let page) = self else { return nil }
        return page.provider.identifier
    }

    fileprivate var isPrompt: Bool {
        if case .prompt = self { true } else { false }
    }

    /// The page after the provider has rejected the user name or password.
    fileprivate var refusingOnceMore: InterfacePage {
        guard case .signIn(var page) = self else { return self }
        page.failedAttempts += 1
        return .signIn(page)
    }
}

extension InterfaceOutcome {
    /// The app's answer; `nil` if the user has answered a prompt or is signed in now, and the request continues.
    ///
    /// Video Subscriber Account, `VSError`; Differences, A-57.
    var answer: FrameworkResponder.Answer? {
        switch self {
        case .access, .automaticSignIn: return nil
        case .cancelled, .withdrawn: return .failure(VSError(answer: .userCancelled))
        case .otherProvider: return .failure(VSError(answer: .unsupportedProvider))
        case .listedOnly(let provider), .refusedByApp(let provider):
            return .failure(VSError(answer: .unsupportedProvider, unsupportedProvider: provider))
        case .applicationProvider(let id):
            var content = MetadataContent()
            content.accountProviderIdentifier = id
            return .success(content)
        case .rejected: return .failure(VSError(answer: .providerRejected))
        case .invalidVerificationToken: return .failure(VSError(answer: .invalidVerificationToken))
        case .unreachable: return .failure(VSError(answer: .serviceTemporarilyUnavailable))
        case .failed(let fault):
            return .failure(VSError(answer: VSError.Code(faultName: fault.error) ?? .serviceTemporarilyUnavailable))
        case .signedIn: return nil
        }
    }

    fileprivate var fault: InjectedFault? {
        guard case .failed(let fault) = self else { return nil }
        return fault
    }
}
