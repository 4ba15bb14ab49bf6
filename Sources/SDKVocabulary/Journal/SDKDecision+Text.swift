package import TVSimCore

extension SDKDecision {
    package var text: DecisionText {
        let (event, outcome, reason): (String, String, String) =
            switch self {
            case .requestorFailed(let reason): ("setRequestor", "failed", reason.kept)
            case .noAnswer(let address, let reason):
                ("setRequestor", "no answer from '\(address?.kept ?? "the vendor")'", reason.kept)
            case .tokensOfAnotherDevice(let reason): ("setRequestor", "tokens discarded", reason.kept)
            case .tokenDropped(let loss): ("setRequestor", "token discarded", loss.description)
            case .tokenDiscarded(let loss): ("token", "discarded", loss.description)
            case .degradationRefused(let code):
                ("setRequestor", "degradation", "the service refuses the profile: \(code)")
            case .profileNotRemoved(let reason): ("logout", "the profile was not removed", reason.kept)
            case .storageDamaged(let item): ("storage", "removed", "'\(item)' could not be read")
            case .storageCleared: ("storage", "cleared", "the app asked for it")
            case .argumentIgnored(let call, let reason): (call, "argument ignored", reason.kept)
            case .optionsInvalid(let reason): ("setOptions", "accepted, but invalid", reason.kept)
            case .preauthorizationRemembered: ("preauthorize", "remembered", "every decision is in the cache")
            case .waits(let wait): (wait.event, wait.given, "\(wait.reason); the SDK waits for \(wait.expected)")
            case .notAskedPassively(let reason): ("sign-in", "not asked passively", reason.kept)
            case .signInNotAnswered(let reason): ("sign-in", "not answered", reason.kept)
            case .noPageOpen: ("handleExternalURL", "ignored", "no page is open")
            case .otherPageOpen(let end): ("handleExternalURL", "ignored", "the open page ends at '\(end)'")
            case .pageNotShown:
                (
                    "navigate(toUrl:useSVC:)", "not called",
                    "the app has set 'handleSVC', but its delegate does not have the method, so no page is shown"
                )
            }
        return DecisionText(CallDecision.room, event, outcome, reason)
    }
}

extension TokenLoss: CustomStringConvertible {
    /// The cause as one sentence.
    package var description: String {
        switch self {
        case .singleSignOnEnded: "the requestor no longer offers single sign-on"
        case .notConfirmed: "the system-level account no longer confirms it"
        case .degradationEnded(let mvpd): "the degradation of '\(mvpd)' has ended"
        case .noAccess: "the app may not use the system-level account"
        case .noProfile(let code): "the service no longer has a profile for it: \(code)"
        case .passUsedUp: "the temporary pass is used up"
        }
    }
}
