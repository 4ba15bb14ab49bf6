import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

/// Carries out the calls of one app, and keeps what the SDK knows between two calls.
actor EntitlementSession {
    let app: RunningApp
    let softwareStatement: String
    let worldTransport: (any EntitlementTransport)?
    let receiver: CallbackReceiver
    private nonisolated let callsAreWaiting = Locked(false)

    /// The requestor that is set; `nil` after a `setRequestor` that failed.
    var requestor: Requestor?
    /// The requestor that the app named last, even if it could not be set: a sign-in may be in progress for it.
    var requestorID: RequestorID?
    /// The state of that requestor's sign-in.
    var signIn = SignInFlow()
    /// What the app asked for with the `getAuthentication` that the sign-in belongs to.
    var authenticationRequest = AuthenticationRequest()
    /// How many dialogs of its own the app was told to show.
    var dialogsShown = 0
    /// How many of them the app had been shown when it made the call that is carried out.
    var dialogsSeen = 0
    /// The state of the logouts.
    var logouts = LogoutFlow()
    /// What the app set with `setOptions`.
    var options = SDKOptions()
    /// The decisions of `checkPreauthorizedResources` and `preauthorize`.
    var preauthorizations = PreauthorizationCache()
    /// The user of those decisions and of the denials.
    var person: StoredToken.Person?
    /// How often in a row each resource was denied to the user.
    var denials: [ResourceID: Int] = [:]
    /// What the last exchange found, until it is taken.
    var exchangeReport: ExchangeReport?
    /// Whether the journal has the launch of the app.
    private var launchIsRecorded = false

    init(
        app: RunningApp, softwareStatement: String, worldTransport: (any EntitlementTransport)?,
        receiver: CallbackReceiver
    ) {
        self.app = app
        self.softwareStatement = softwareStatement
        self.worldTransport = worldTransport
        self.receiver = receiver
    }

    // MARK: - One call after another

    /// Carries out what is in line until the line ends.
    ///
    /// Calls that need a requestor wait for the first `setRequestor`, and then follow it in their order.
    ///
    /// - Parameters:
    ///   - entries: The calls.
    ///   - line: The end of the line, where a poll that is due puts itself.
    func carryOut(_ entries: EntitlementEngine.Line, _ line: EntitlementEngine.Line.Continuation) async {
        var waiting: [CallInLine] = []
        var requestorWasSet = false
        var alarm: Task<Void, Never>?
        for await entry in entries {
            var calls: [CallInLine] = []
            switch entry {
            case .call(let call):
                guard requestorWasSet || !call.call.needsRequestor else {
                    waiting.append(call)
                    callsAreWaiting.withLockedValue { $0 = true }
                    continue
                }
                calls = [call]
                if case .setRequestor = call.call {
                    requestorWasSet = true
                    calls += waiting
                    waiting = []
                    callsAreWaiting.withLockedValue { $0 = false }
                }
            case .timePassed: await attempt { try await $0.continueSignIn(.timePassed(try $0.now())) }
            case .rest(let rest):
                rest.finish()
                continue
            case .giveUp:
                for call in waiting { call.refuse(to: receiver) }
                waiting = []
                callsAreWaiting.withLockedValue { $0 = false }
                endWaits()
                continue
            }
            for call in calls {
                dialogsSeen = call.dialogsSeen
                await attempt { try await $0.perform(call) }
            }
            alarm?.cancel()
            alarm = pollAlarm(in: line)
        }
        alarm?.cancel()
    }

    /// Whether calls wait for a requestor.
    nonisolated var waitsForRequestor: Bool { callsAreWaiting.withLockedValue { $0 } }

    /// Starts a task that puts a look at the clock in line at the next poll; `nil` if the session does not poll.
    ///
    /// A caller with immediate delivery moves the clock itself, and calls ``AccessEnabler/timePassed()``.
    private func pollAlarm(in line: EntitlementEngine.Line.Continuation) -> Task<Void, Never>? {
        guard receiver.delivery == .mainQueue, app.process.termination == nil, let pause = signIn.pause else {
            return nil
        }
        return Task { [clock = app.device.simulation.clock] in
            do {
                guard try await clock.wait(out: pause) else { return }
            } catch {
                SimulatorFailure.stop(error)
            }
            line.yield(.timePassed)
        }
    }

    /// Does one thing unless the system has ended the app.
    private func attempt(_ work: (isolated EntitlementSession) async throws -> Void) async {
        guard app.process.termination == nil else { return }
        do {
            try await work(self)
        } catch is AppTermination {
            // The system has ended the app: it gets no callback, and asks for nothing more.
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    private func perform(_ inLine: CallInLine) async throws {
        try record(inLine.call)
        switch inLine.call {
        case .setRequestor(let id, let addresses):
            try await setRequestor(id, addresses: addresses)
        case .checkAuthentication:
            try await checkAuthentication()
        case .getAuthentication(let request):
            try note(request.ignored + request.data.ignored, of: "getAuthentication")
            try await getAuthentication(request, for: .authentication)
        case .setSelectedProvider(let mvpd):
            try await selectProvider(mvpd)
        case .handleExternalURL(let url):
            try await handle(url)
        case .setOptions(let options):
            try note(options.ignored, of: "setOptions")
            if let reason = options.invalidDeviceInformation {
                try record(.optionsInvalid(JournalText(reason)))
            }
            self.options = options
            requestor?.use(options.client)
        case .checkStorage(let check):
            try checkStorage(check)
        case .getSelectedProvider:
            try getSelectedProvider()
        case .getMetadata(let key):
            try await getMetadata(key, returning: inLine.arguments)
        case .checkPreauthorizedResources(let resources, let usesCache):
            try await checkPreauthorizedResources(resources, usingCache: usesCache)
        case .preauthorize(let request):
            let outcome = try await preauthorize(request)
            inLine.finish(requestor?.configuration.reportsEnhancedErrors == false ? outcome.withoutReasons : outcome)
        case .checkAuthorization(let resource, let data):
            try note(data.ignored, of: "checkAuthorization")
            try await authorize(resource, data: data, authenticating: false)
        case .getAuthorization(let resource, let data):
            try note(data.ignored, of: "getAuthorization")
            try await authorize(resource, data: data, authenticating: true)
        case .logout:
            try await logout()
        }
    }

    func takeExchangeReport() -> ExchangeReport? {
        defer { exchangeReport = nil }
        return exchangeReport
    }

    // MARK: - What every call uses

    /// Sends the app a callback.
    func emit(_ callback: Callback) {
        receiver.deliver(callback)
    }

    /// Forgets what was decided for another user, or for another requestor's app.
    func forgetDecisions() {
        preauthorizations = PreauthorizationCache()
        denials = [:]
        person = nil
    }

    /// Makes the decisions from now on belong to the user of a token.
    ///
    /// Another app may have replaced the token of another user.
    func decide(for token: StoredToken) {
        if person != token.person { forgetDecisions() }
        person = token.person
    }

    /// Records a call with its arguments, and before the first one the launch of the app.
    private func record(_ call: AppCall) throws {
        if !launchIsRecorded {
            launchIsRecorded = true
            try app.device.simulation.journal.record(CallDecision.launch(of: app.bundleID))
        }
        try app.device.simulation.journal.record(CallDecision(call, of: app.bundleID))
    }

    /// Records in the journal which of a call's arguments were ignored.
    private func note(_ ignored: [String], of call: String) throws {
        for reason in ignored { try record(.argumentIgnored(call: call, JournalText(reason))) }
    }

    func now() throws -> Date {
        try app.device.simulation.clock.now()
    }

    func platform() throws -> DeviceSettings.Platform {
        try app.device.settings().platform
    }

    func record(_ decision: SDKDecision) throws { try app.device.simulation.journal.record(decision) }
}
