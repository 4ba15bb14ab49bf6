import AccessEnabler
import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

// The scripted user's actions in the app: choosing a provider in the app's picker, and signing in on a page or on a
// second screen.
extension SimulatedApp {
    /// Performs the scripted user's answers to what the app shows, until no further answer follows.
    ///
    /// - Parameters:
    ///   - enabler: The SDK.
    ///   - effect: Contains the effects of the calls, and receives the effects of the answers.
    ///   - seen: The number of its callbacks that were answered before.
    ///   - seenPages: The number of its pages that were answered before.
    /// - Throws: As ``noticeTime(_:)``.
    func answer(
        in enabler: AccessEnabler, _ effect: inout StepEffect, from seen: Int, pagesFrom seenPages: Int
    ) async throws {
        var (seen, seenPages) = (seen, seenPages)
        while seen < effect.callbacks.count || seenPages < effect.pages.count {
            let shown = effect.callbacks[seen...]
            let pages = effect.pages[seenPages...]
            seen = effect.callbacks.count
            seenPages = effect.pages.count
            for url in pages where Self.isLogout(url) { try await finishLogout(at: url, &effect) }
            if let code = shown.compactMap(\.registrationCode).last {
                try await signInOnSecondScreen(code, in: enabler, &effect)
            } else if let url = pages.last(where: { !Self.isLogout($0) }) {
                effect.appActions.append(.showInSafari(url: url))
                try await visit(url, in: enabler, &effect)
            } else if let url = shown.compactMap(\.pageAddress).last {
                try await visit(url, in: enabler, &effect)
            } else if shown.contains(where: { $0.name == .displayProviderDialog }) {
                try await choose(in: enabler, &effect)
            }
        }
    }

    /// Answers the app's own picker.
    private func choose(in enabler: AccessEnabler, _ effect: inout StepEffect) async throws {
        switch try world.device.viewer().appPicker {
        case .none:
            return
        case .cancel:
            effect.appActions.append(.setSelectedProvider(nil))
            enabler.setSelectedProvider(nil)
        case .choose(let mvpd):
            effect.appActions.append(.setSelectedProvider(mvpd))
            enabler.setSelectedProvider(mvpd)
        }
        try await rest(enabler, &effect)
    }

    private static func isLogout(_ url: String) -> Bool { url.contains("/adobe-services/logout?") }

    /// Loads the page of a logout that the SDK shows itself; the app is not notified when it ends.
    private func finishLogout(at url: String, _ effect: inout StepEffect) async throws {
        effect.appActions.append(.showInSafari(url: url))
        _ = try await browser.open(url)
    }

    /// Loads a page as the app does, and passes the URL at which it ends to the SDK.
    ///
    /// On a sign-in page the user signs in or cancels; a logout page needs no answer. If the page does not lead back to
    /// the app, the app calls `setSelectedProvider(nil)`.
    private func visit(_ url: String, in enabler: AccessEnabler, _ effect: inout StepEffect) async throws {
        let isLogout = Self.isLogout(url)
        let answer = try world.device.viewer().signIn
        if !isLogout, answer == .none { return }
        effect.appActions.append(.load(url: url))
        var end = try await browser.open(url)
        if browser.asksForPassword, end == .stayed, !isLogout { end = try await signIn(answer, &effect) }
        switch end {
        case .left(let redirect):
            effect.appActions.append(.handleExternalURL(redirect))
            enabler.handleExternalURL(redirect)
        case .stayed:
            effect.appActions.append(.setSelectedProvider(nil))
            enabler.setSelectedProvider(nil)
        }
        try await rest(enabler, &effect)
    }

    /// Answers the MVPD's sign-in page.
    private func signIn(
        _ answer: ViewerAnswers.SignIn, _ effect: inout StepEffect
    ) async throws -> ScriptedBrowser.End {
        switch answer {
        case .none:
            return .stayed
        case .cancel:
            effect.appActions.append(.cancelSignIn)
            return try await browser.cancel()
        case .credentials(let answers):
            effect.appActions.append(.signIn(name: answers.name))
            return try await world.signIn(answers, in: browser)
        }
    }

    /// Enters the code on another screen after the user's delay; the app polls meanwhile.
    ///
    /// The step fails if the clock ends before that.
    private func signInOnSecondScreen(_ code: String, in enabler: AccessEnabler, _ effect: inout StepEffect)
        async throws
    {
        do {
            try await waitForSecondScreen(code, in: enabler, &effect)
        } catch let error as ClockError {
            effect.failures.append(.impossible(error))
        }
    }

    private func waitForSecondScreen(_ code: String, in enabler: AccessEnabler, _ effect: inout StepEffect) async throws
    {
        guard case .signIn(let name, let delay) = try world.device.viewer().secondScreen else { return }
        let clock = world.simulation.clock
        let due = try clock.now().addingTimeInterval(delay)
        var isDone = false
        while let next = await enabler.nextPoll() {
            if !isDone, try clock.now() >= due || next >= due {
                try advance(to: due)
                effect.appActions.append(.signInOnSecondScreen(name: name))
                // The app's next poll reports the result of the sign-in.
                _ = try await world.activate(code, as: name, password: nil, in: browser.onAnotherScreen())
                isDone = true
            }
            try advance(to: next)
            await enabler.timePassed()
            try await rest(enabler, &effect)
        }
    }

    private func advance(to instant: Date) throws {
        let clock = world.simulation.clock
        let missing = instant.timeIntervalSince(try clock.now())
        if missing > 0 { try clock.advance(by: missing) }
    }
}
