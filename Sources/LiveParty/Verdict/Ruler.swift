import TVSimSAML

/// What a case came to.
package enum LiveVerdict: String, Sendable, Codable {
    case accepted, refused, unclear
    case noAnswer = "no answer"
}

/// What a party did with a message, in the terms of its own answers to valid and to unreadable messages.
package struct Judgement: Sendable, Hashable {
    package var verdict: LiveVerdict
    /// Whether only the words of the page say so.
    package var isWeak = false
    /// The name of the user who is signed in; `nil` if no page shows it.
    package var user: String?
    /// Whether this user is the one of a forged assertion.
    package var isForged = false
    /// What a reader must know too, such as a crash; `nil` for nothing.
    package var note: String?
}

/// Tells accepted messages from refused ones by what is common to the answers of each kind.
///
/// A mark of acceptance is in every good answer and in no bad one. A mark of refusal is in every bad answer and in no
/// good one. Refusals need no common mark, because a party may show another text for each reason.
package struct Ruler: Sendable, Hashable {
    /// The marks of acceptance.
    package private(set) var accepted: Set<String>
    /// The marks of refusal.
    package private(set) var refused: Set<String>
    /// Whether only words tell the answers apart.
    package let isWeak: Bool

    /// Learns from answers; `nil` if they cannot be told apart.
    package init?(good: [Marks], bad: [Marks]) {
        func common(_ marks: [Marks], _ part: (Marks) -> Set<String>) -> Set<String> {
            marks.dropFirst().reduce(marks.first.map(part) ?? []) { $0.intersection(part($1)) }
        }
        func only(_ marks: [Marks], _ others: [Marks], _ part: (Marks) -> Set<String>) -> Set<String> {
            others.reduce(common(marks, part)) { $0.subtracting(part($1)) }
        }
        let strong = only(good, bad, \.strong)
        isWeak = strong.isEmpty
        accepted = isWeak ? only(good, bad, \.words) : strong
        refused = only(bad, good, \.strong).union(isWeak ? only(bad, good, \.words) : [])
        guard !accepted.isEmpty else { return nil }
    }

    /// Creates a ruler from the marks of a configuration.
    package init(_ configured: AcceptanceMarks) {
        (accepted, refused, isWeak) = (configured.names, [], false)
    }

    /// Returns what the marks of an answer say.
    package func verdict(on marks: Marks) -> LiveVerdict {
        let found = accepted.intersection(marks.all).count
        if found == accepted.count, refused.isDisjoint(with: marks.all) { return .accepted }
        // A third is enough for a mark that the pages of a site have in common.
        return found * 3 <= accepted.count ? .refused : .unclear
    }

    /// Returns a ruler without the marks of words that a valid answer lacks; `nil` if no mark is left.
    package func without(wordsMissingIn marks: Marks) -> Ruler? {
        guard isWeak else { return self }
        var changed = self
        changed.accepted.formIntersection(marks.words)
        changed.refused.subtract(marks.words)
        return changed.accepted.isEmpty ? nil : changed
    }

    /// Returns a ruler that does not look at the probe; `nil` if no mark is left.
    package var withoutProbe: Ruler? {
        var changed = self
        changed.accepted = accepted.filter { !$0.hasPrefix("probe") }
        changed.refused = refused.filter { !$0.hasPrefix("probe") }
        return changed.accepted.isEmpty ? nil : changed
    }
}

/// The names of the users of a run, and how they are found on a page.
package struct KnownUsers: Sendable {
    package let subject: String
    package let forged: String
    /// Returns the name of the signed-in user in a text, as the configuration finds it; `nil` to search for both names.
    package let find: (@Sendable (String) -> String?)?

    /// Creates the names.
    package init(subject: String, forged: String, find: (@Sendable (String) -> String?)? = nil) {
        (self.subject, self.forged, self.find) = (subject, forged, find)
    }

    /// Returns the name of the signed-in user that an answer shows; `nil` if it shows none.
    package func user(in seen: Observation) -> String? {
        if let find { return find(seen.text) ?? seen.probe.flatMap { find($0.text) } }
        return [forged, subject].first(where: seen.shows)
    }

    /// Returns whether an answer shows a name as that of the signed-in user.
    func shows(_ name: String, in seen: Observation) -> Bool {
        let name = PageText.collapsed(name)
        return find == nil ? seen.shows(name) : user(in: seen).map(PageText.collapsed) == name
    }
}

extension Ruler {
    /// Returns what a party did with a message.
    ///
    /// - Parameters:
    ///   - seen: What was observed.
    ///   - marks: Its marks.
    ///   - users: The names of the run.
    /// - Returns: The judgement.
    package func judge(_ seen: Observation, _ marks: Marks, _ users: KnownUsers) -> Judgement {
        if let failure = seen.failure { return Judgement(verdict: .noAnswer, note: failure) }
        var judgement = Judgement(verdict: verdict(on: marks), isWeak: isWeak)
        let user = users.user(in: seen)
        if seen.isCrash, judgement.verdict != .accepted {
            // The session may exist although the page failed, which only the probe can tell.
            let isSignedIn = marks.all.contains { $0.hasPrefix("probe.status") && accepted.contains($0) }
            judgement.verdict = isSignedIn ? .unclear : .refused
            judgement.note = "crashed"
        }
        if judgement.verdict == .accepted {
            (judgement.user, judgement.isForged) = (user, user == users.forged)
        } else if user == users.forged, judgement.verdict == .refused {
            (judgement.verdict, judgement.note) = (.unclear, "a refusal whose page shows the forged name")
        }
        return judgement
    }

    /// Returns what a party did with a LogoutRequest: its status counts, and the probe must agree.
    func judge(logout seen: Observation, _ marks: Marks) -> Judgement {
        if let failure = seen.failure { return Judgement(verdict: .noAnswer, note: failure) }
        let isSuccess = seen.statusCodes.first == SAMLStatusCode.success
        let shown = accepted.filter { $0.hasPrefix("probe") }
        if !shown.isEmpty, shown.isSubset(of: marks.all) == isSuccess {
            return Judgement(
                verdict: .unclear,
                note: isSuccess ? "Success, and the session stays" : "no Success, and the session has ended")
        }
        return Judgement(verdict: isSuccess ? .accepted : .refused)
    }
}
