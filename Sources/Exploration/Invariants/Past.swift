import Foundation
import TVSimDevice
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

/// What the steps of a flow have done so far, as far as the rules depend on it.
struct Past {
    /// Whether the last `setRequestor` of the app's process succeeded, and no call waits for another.
    private(set) var isConfigured = false
    /// Whether calls of the app's process wait for `setRequestor`.
    private(set) var hasWaitingCalls = false
    /// Whether a sign-in or a logout has shown something to the user, and has not ended.
    private(set) var hasOpenFlow = false
    /// Whether the user has visited a page in a browser, where an MVPD may have signed the user in.
    private(set) var hasVisitedPage = false
    /// Whether the service gave out a profile of the system-level account.
    private(set) var hasExchanged = false
    /// Whether a rule other than the user's subscription may have decided.
    private(set) var isExceptional = false
    /// When the app last obtained a profile or the user signed in; `nil` if never.
    private(set) var lastSignIn: Date?
    /// Whether the app has logged out, and neither a profile was obtained nor a page visited since.
    private(set) var isLoggedOut = false
    /// Everyone who may have signed in: holders of the system-level account and names typed on pages.
    private(set) var people: Set<String> = []
    /// The longest lifetimes that an MVPD has had.
    private(set) var authenticationTTL: TimeInterval = 0
    private(set) var mediaTokenTTL: TimeInterval = 0
    /// The resources that each subscriber of an MVPD was ever allowed to watch.
    private(set) var entitlements: [String: [String: Set<String>]] = [:]
    /// How many of Apple's dialogs are open.
    private(set) var openDialogs = 0

    /// Adds a step.
    mutating func add(_ step: ObservedStep, after before: ObservedWorld) {
        for world in [before, step.world] { look(at: world) }
        lookAtPages(of: step)
        lookAtProfiles(of: step)
        lookAtProcess(of: step)
        for callback in step.callbacks { look(at: callback, of: step.action) }
        // The system closed what no user answered.
        if step.isDisturbed { openDialogs = 0 }
    }

    /// Returns whether one of the people may watch a resource by the subscription at an MVPD.
    func isEntitled(to resource: String, at mvpd: String) -> Bool {
        people.contains { entitlements[mvpd]?[$0]?.contains(resource) == true }
    }

    private mutating func look(at world: ObservedWorld) {
        if let holder = world.accountHolder { people.insert(holder) }
        for (mvpd, integration) in world.integrations {
            isExceptional = isExceptional || integration.isExceptional
            authenticationTTL = max(authenticationTTL, integration.authenticationTTL)
            mediaTokenTTL = max(mediaTokenTTL, integration.mediaTokenTTL)
            if let home = integration.homeSubscriber { people.insert(home) }
            entitlements[mvpd, default: [:]].merge(integration.entitlements) { $0.union($1) }
        }
    }

    private mutating func lookAtPages(of step: ObservedStep) {
        for action in step.appActions {
            switch action {
            case .signIn(let name), .signInOnSecondScreen(let name):
                people.insert(name)
                hasVisitedPage = true
            case .load, .showInSafari, .handleExternalURL: hasVisitedPage = true
            case .setSelectedProvider, .cancelSignIn: break
            }
        }
    }

    private mutating func lookAtProfiles(of step: ObservedStep) {
        if step.requests.contains(where: \.isExchange) { hasExchanged = true }
        if step.action == .call(.logout) {
            isLoggedOut = step.authenticationStatuses.last == false && !step.isDisturbed
        }
        let signsIn = step.requests.contains(where: \.asksForProfile) || step.appActions.contains(where: \.isSignIn)
        if signsIn {
            lastSignIn = step.ended
            if step.action != .call(.logout) { isLoggedOut = false }
        }
    }

    private mutating func lookAtProcess(of step: ObservedStep) {
        switch step.action {
        case .relaunch: (isConfigured, hasWaitingCalls, hasOpenFlow, openDialogs) = (false, false, false, 0)
        case .call(.setRequestor), .foreground:
            hasWaitingCalls = false
            isConfigured = step.callbacks(.setRequestorComplete).last?.arguments.first == 1
        default: break
        }
        if step.waitsForRequestor { (isConfigured, hasWaitingCalls) = (false, true) }
    }

    private mutating func look(at callback: ReceivedCallback, of action: FlowStep.Action) {
        switch callback.name {
        case .displayProviderDialog, .navigateToUrl: hasOpenFlow = true
        case .status where callback.registrationCode != nil: hasOpenFlow = true
        // A check tells the state, and does not end a sign-in.
        case .setAuthenticationStatus: hasOpenFlow = hasOpenFlow && action == .call(.checkAuthentication)
        case .presentTvProviderDialog: openDialogs += 1
        case .dismissTvProviderDialog: openDialogs -= 1
        default: break
        }
    }
}

extension AppAction {
    /// Whether a user may be signed in by it.
    fileprivate var isSignIn: Bool {
        switch self {
        case .signIn, .signInOnSecondScreen, .handleExternalURL: true
        case .load, .showInSafari, .setSelectedProvider, .cancelSignIn: false
        }
    }
}
