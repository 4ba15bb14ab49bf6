package import TVSimCore
package import TVSimStructuredText

/// What the SDK decides during a call of an app.
package enum SDKDecision: JournalDecision {
    // The requestor.
    /// The requestor could not be set.
    case requestorFailed(JournalText)
    /// A service that the app named did not answer; without an address it is the vendor's.
    case noAnswer(address: JournalText?, JournalText)
    /// Tokens of another device identifier were discarded.
    case tokensOfAnotherDevice(JournalText)

    // Tokens.
    /// A token was discarded when the requestor was set.
    case tokenDropped(TokenLoss)
    /// A token was discarded when it was used.
    case tokenDiscarded(TokenLoss)
    /// The service refuses the profile of a degradation, with this error code.
    case degradationRefused(code: String)
    /// The service did not remove a profile after a logout.
    case profileNotRemoved(JournalText)
    /// A damaged item of the storage was removed.
    case storageDamaged(item: JournalText)
    /// The storage was cleared because the app asked for it.
    case storageCleared

    // Arguments.
    /// An argument of a call was ignored.
    case argumentIgnored(call: String, JournalText)
    /// The app's options were accepted, but are invalid.
    case optionsInvalid(JournalText)
    /// Every decision of a preauthorization is in the cache.
    case preauthorizationRemembered

    // The sign-in.
    /// The app or the user was given something, and the SDK waits for an answer.
    case waits(AppWait)
    /// The MVPD was not asked without a page.
    case notAskedPassively(JournalText)
    /// The service did not answer a request of the sign-in.
    case signInNotAnswered(JournalText)
    /// The app handed over a URL, but no page is open.
    case noPageOpen
    /// The app handed over another URL than the one at which the open page ends.
    case otherPageOpen(end: JournalText)
    /// The app's delegate does not have the method that shows a page.
    case pageNotShown

    package static let kind = "sdk"

    package var way: JournalWay? { .within(.sdk) }

    package var verdict: JournalVerdict? {
        switch self {
        case .storageCleared, .preauthorizationRemembered: .ok
        case .waits: nil
        case .tokensOfAnotherDevice, .tokenDropped, .tokenDiscarded, .degradationRefused, .storageDamaged,
            .notAskedPassively:
            .fellBack
        case .argumentIgnored, .optionsInvalid, .noPageOpen, .otherPageOpen: .refused
        case .requestorFailed, .noAnswer, .profileNotRemoved, .signInNotAnswered, .pageNotShown: .failed
        }
    }
}

/// Why the SDK discards a token.
package enum TokenLoss: Codable, Hashable, Sendable {
    /// The requestor no longer offers single sign-on.
    case singleSignOnEnded
    /// The system-level account no longer confirms the token.
    case notConfirmed
    /// The MVPD's degradation has ended.
    case degradationEnded(MVPDID)
    /// The app may not use the system-level account.
    case noAccess
    /// The service no longer has a profile for the token; its error code.
    case noProfile(code: String)
    /// The temporary pass is used up.
    case passUsedUp
}
