import Foundation
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

/// A sign-in at an MVPD's page, as the service knows it.
struct PageVisit: Sendable, Equatable {
    let mvpd: MVPDID
    /// The registration code, which leads to the page, and to the profile afterwards.
    let code: String
    /// When the code expires.
    let ends: Date
    /// Whether the MVPD must not ask the user, who may be signed in there for another requestor.
    var isPassive = false
    /// Whether the MVPD must ask the user again.
    var isForced = false
    /// Whether the page needs a Safari view controller.
    var useSVC = false
}

/// What happened to a sign-in.
enum SignInEvent: Sendable, Equatable {
    /// The argument of `setSelectedProvider`.
    enum Choice: Sendable, Equatable {
        case none
        /// An MVPD with a page.
        case provider(MVPDID)
        /// A temporary pass, which has no page.
        case pass(MVPDID)
        /// An MVPD that the requestor does not know.
        case unknown(MVPDID)
    }

    /// The screen on which the user signs in.
    enum Screen: Sendable, Equatable {
        /// A page in the app.
        case page(url: String)
        /// Another device, from an instant on.
        case secondScreen(now: Date)
    }

    /// The user must be authenticated, and Apple's framework does not help.
    case needsProvider(SignInFlow.Purpose)
    /// The user chose an MVPD in Apple's picker that signs in at its own page.
    case choseInSystem(mvpd: MVPDID, for: SignInFlow.Purpose)
    case chose(Choice)
    /// The user is authenticated with an MVPD for another requestor, and the MVPD can be asked passively.
    case knownElsewhere(mvpd: MVPDID, for: SignInFlow.Purpose)
    /// The service has opened a sign-in.
    case opened(PageVisit, Screen)
    /// The service has a profile with an MVPD: no sign-in is needed.
    case needsNoSignIn(mvpd: MVPDID)
    /// The app handed over the URL at which the page ended.
    case reachedRedirect
    case timePassed(Date)
    case found(ExchangedProfile)
    /// The service has no profile for the code yet, for a reason.
    case foundNothing(String)
    /// The MVPD cannot be asked passively.
    case cannotAskPassively
    case failed(SignInFailure, String)
}

/// What the SDK must do for a sign-in.
enum SignInAction: Sendable, Equatable {
    case showDialog
    case select(mvpd: MVPDID)
    case clearSelection
    /// Tells an app that selects no MVPD while no sign-in is in progress that none is selected.
    case reportNoSelection
    /// Has the service open a sign-in at an MVPD's page.
    case begin(mvpd: MVPDID)
    /// Has the service open a sign-in that does not ask the user.
    case beginPassively(mvpd: MVPDID)
    case navigate(url: String, useSVC: Bool)
    case showCode(PageVisit)
    case askForProfile(PageVisit)
    /// Asks for the profile with an MVPD after the code has expired.
    case askForLateProfile(PageVisit)
    /// Takes the profile that an MVPD gives without a sign-in.
    case takeProfile(mvpd: MVPDID)
    case keep(ExchangedProfile)
    case end(SignInFailure, reason: String, [SignInFlow.Purpose])
}

/// Why a sign-in failed.
enum SignInFailure: Sendable, Equatable, CaseIterable {
    /// The user cancelled.
    case cancelled
    /// The service does not know a sign-in with the code.
    case sessionLost
    /// The temporary pass is used up.
    case passExpired
    /// The service gave no registration code.
    case noCode
    /// The requestor has no MVPD.
    case noProvider
    case failed

    /// The status that explains it.
    var status: AdvancedStatus.Code {
        switch self {
        case .cancelled: .pickerCancelled
        case .sessionLost: .sessionWithoutToken
        case .passExpired: .temporaryPassExpired
        case .noCode: .registrationCodeUnobtainable
        case .noProvider, .failed: .authenticationFailed
        }
    }

    /// The error code of `setAuthenticationStatus`.
    var errorCode: String {
        switch self {
        case .cancelled: PROVIDER_NOT_SELECTED_ERROR
        // The vendor publishes the text without a constant.
        case .noProvider: "Provider not Available Error"
        case .sessionLost, .passExpired, .noCode, .failed: GENERIC_AUTHENTICATION_ERROR
        }
    }
}
