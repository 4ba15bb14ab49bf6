import Foundation
import SSOBridge

/// A sign-in at an MVPD's page, as the service knows it.
struct PageVisit: Sendable, Equatable {
    let mvpd: String
    /// What the page is reached by, and the profile afterwards.
    let code: String
    /// When the code ends.
    let ends: Date
    /// Whether the MVPD is to ask nobody: the person may be known there from another requestor.
    var isPassive = false
    /// Whether the MVPD is to ask whoever is known there too.
    var isForced = false
    /// Whether the page needs a Safari view controller.
    var useSVC = false
}

/// What happened to a sign-in.
enum SignInEvent: Sendable, Equatable {
    /// Who the app names with `setSelectedProvider`.
    enum Choice: Sendable, Equatable {
        /// Nobody.
        case none
        /// An MVPD with a page.
        case provider(String)
        /// A temporary pass, which has none.
        case pass(String)
        /// Nobody that the requestor knows.
        case unknown(String)
    }

    /// Where the person signs in.
    enum Place: Sendable, Equatable {
        /// In the app, on a page.
        case page(url: String)
        /// On another device, from an instant on.
        case secondScreen(now: Date)
    }

    /// Somebody must be authenticated, and Apple's framework does not help.
    case needsProvider(SignInFlow.Purpose)
    /// The person named an MVPD in Apple's picker which signs in at its own page.
    case choseInSystem(mvpd: String, for: SignInFlow.Purpose)
    case chose(Choice)
    /// The person is authenticated with an MVPD for another requestor, and the MVPD can be asked without asking them.
    case knownElsewhere(mvpd: String, for: SignInFlow.Purpose)
    /// The service has opened a sign-in.
    case opened(PageVisit, Place)
    /// The service says that nobody need sign in with an MVPD.
    case needsNobody(mvpd: String)
    /// The app handed over the URL at which the page ended.
    case reachedRedirect
    case timePassed(Date)
    case found(ExchangedProfile)
    /// The service has no profile for the code yet, and says so with a reason.
    case foundNothing(String)
    /// The MVPD cannot be asked without asking the person.
    case cannotAskPassively
    case failed(SignInTrouble, String)
}

/// What is to be done for a sign-in.
enum SignInAction: Sendable, Equatable {
    case showDialog
    case select(mvpd: String)
    case forgetSelection
    /// Says that nobody is selected, to an app that says so while nobody signs in.
    case tellThatNobodyIsSelected
    /// Has the service open a sign-in at an MVPD's page.
    case begin(mvpd: String)
    /// Has the service open a sign-in that asks nobody.
    case beginPassively(mvpd: String)
    case navigate(url: String, useSVC: Bool)
    case showCode(String)
    case askForProfile(PageVisit)
    /// Asks for the profile with an MVPD whose code is over.
    case askForLateProfile(PageVisit)
    /// Takes the profile that an MVPD gives without a sign-in.
    case takeProfile(mvpd: String)
    case keep(ExchangedProfile)
    case end(SignInTrouble, reason: String, [SignInFlow.Purpose])
}

/// Why a sign-in did not come about.
enum SignInTrouble: Sendable, Equatable, CaseIterable {
    /// The person chose nobody.
    case cancelled
    /// The service knows of no sign-in with the code.
    case sessionLost
    /// The temporary pass is used up.
    case passExpired
    /// No registration code could be had.
    case noCode
    /// There is nobody to sign in with.
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
        // The vendor publishes the text, and no name for it.
        case .noProvider: "Provider not Available Error"
        case .sessionLost, .passExpired, .noCode, .failed: GENERIC_AUTHENTICATION_ERROR
        }
    }
}
