package import TVSimSAML

/// A message that a party must judge before its answers to cases can be read.
package enum CalibrationMessage: Sendable, Hashable {
    /// A valid response with these signatures.
    case good(SignedElements)
    /// JSON in place of XML, in which the most careless reader finds no user.
    case json
    /// An unsigned refusal without an assertion.
    case unsignedRefusal
    /// Half a document.
    case half
    /// A refusal with one status code.
    case oneStatus
    /// A response with one simple defect and these signatures.
    case defect(String, SignedElements)
}

/// What a run learnt of a party's answers, and why it believes that a valid response is accepted.
package struct Calibration: Sendable {
    /// Why a valid response counts as accepted.
    package enum Proof: String, Sendable, Codable {
        /// The subject's name stands in the answers to valid responses only.
        case name
        /// The configuration says so.
        case configured
        /// Responses with one simple defect each are answered differently.
        case defects
        /// A request of an unknown issuer is refused, so an identity provider has our metadata.
        case stranger
    }

    package let ruler: Ruler
    /// The signatures that the party wants.
    package let signed: SignedElements
    package let proof: Proof

    /// The most messages that a party gets before it has proven that it has the key of the run.
    package static let mostMessages = 30
    /// The defects of the proof, each of which any service provider has to refuse.
    package static let defects = [
        "wrongKey", "wrongIssuer", "wrongAudience", "wrongRecipient", "wrongInResponseTo", "expired",
    ]

    /// Learns how a party accepts and refuses.
    ///
    /// - Parameters:
    ///   - choices: The signatures to try, in order.
    ///   - users: The names of the run.
    ///   - configured: The marks of acceptance of the configuration; `nil` to learn them.
    ///   - deliver: Sends a message, and returns the party's answer.
    /// - Throws: ``LiveStop`` if the answers cannot be told apart, or acceptance is not proven; what `deliver` throws.
    package init(
        trying choices: [SignedElements], users: KnownUsers, configured: AcceptanceMarks? = nil,
        deliver: (CalibrationMessage) throws -> Observation
    ) throws {
        var session = Session(users: users, configured: configured)
        let bad = try [CalibrationMessage.json, .json, .unsignedRefusal].map { try session.send($0, deliver) }
        var stop: LiveStop?
        for signed in choices {
            do {
                self = try session.calibrate(signed, bad, deliver)
                return
            } catch let failed as LiveStop {
                // The first reason is about what most parties want.
                stop = stop ?? failed
                if session.isSpent { break }
            }
        }
        throw stop ?? LiveStop("no signature is left to try")
    }

    fileprivate init(_ ruler: Ruler, _ signed: SignedElements, _ proof: Proof) {
        (self.ruler, self.signed, self.proof) = (ruler, signed, proof)
    }
}

/// The answers of one calibration.
private struct Session {
    typealias Seen = (observation: Observation, marks: Marks)

    let users: KnownUsers
    let configured: AcceptanceMarks?
    var sent = 0

    init(users: KnownUsers, configured: AcceptanceMarks?) { (self.users, self.configured) = (users, configured) }

    var isSpent: Bool { sent >= Calibration.mostMessages }

    mutating func send(
        _ message: CalibrationMessage, _ deliver: (CalibrationMessage) throws -> Observation
    ) throws -> Seen {
        guard !isSpent else {
            throw LiveStop("acceptance is not proven after \(sent) messages, the most that a party gets")
        }
        sent += 1
        let seen = try deliver(message)
        if let failure = seen.failure { throw LiveStop("the party does not answer: \(failure)") }
        return (seen, Marks(seen, hiding: [users.subject, users.forged], configured: configured))
    }

    /// Learns with one kind of signature.
    mutating func calibrate(
        _ signed: SignedElements, _ bad: [Seen], _ deliver: (CalibrationMessage) throws -> Observation
    ) throws -> Calibration {
        var (good, bad) = ([try send(.good(signed), deliver)], bad)
        // One answer is enough to see that nothing differs.
        guard learn(good, bad) != nil else { throw indistinguishable(good[0], bad[0]) }
        for _ in 0..<2 { good.append(try send(.good(signed), deliver)) }
        for round in 0...1 {
            let ruler = learn(good, bad)
            let heldOut = try send(.good(signed), deliver)
            good.append(heldOut)
            for message in [CalibrationMessage.half, .oneStatus] { bad.append(try send(message, deliver)) }
            if let ruler, ruler.verdict(on: heldOut.marks) == .accepted,
                bad.allSatisfy({ ruler.verdict(on: $0.marks) == .refused })
            {
                return try proven(ruler, signed, good, bad, deliver)
            }
            guard round == 0 else { break }
            good.append(try send(.good(signed), deliver))
            for message in [CalibrationMessage.json, .unsignedRefusal] { bad.append(try send(message, deliver)) }
        }
        throw indistinguishable(good[0], bad[0])
    }

    private func learn(_ good: [Seen], _ bad: [Seen]) -> Ruler? {
        configured.map { Ruler($0) } ?? Ruler(good: good.map { $0.marks }, bad: bad.map { $0.marks })
    }

    /// Proves that the valid responses are accepted, and learns from responses with one simple defect too.
    private mutating func proven(
        _ ruler: Ruler, _ signed: SignedElements, _ good: [Seen], _ bad: [Seen],
        _ deliver: (CalibrationMessage) throws -> Observation
    ) throws -> Calibration {
        if configured != nil { return Calibration(ruler, signed, .configured) }
        func shows(_ seen: Seen) -> Bool { users.user(in: seen.observation) == users.subject }
        let isNamed = good.allSatisfy(shows) && !bad.contains(where: shows)
        var (alike, refusals): ([String], [Seen]) = ([], [])
        for (index, defect) in Calibration.defects.enumerated() {
            // Many parties lock a user out after a few refusals in a row.
            if index == Calibration.defects.count / 2 {
                let between = try send(.good(signed), deliver)
                guard ruler.verdict(on: between.marks) == .accepted else { throw indistinguishable(between, bad[0]) }
            }
            let seen = try send(.defect(defect, signed), deliver)
            if ruler.verdict(on: seen.marks) == .accepted {
                alike.append(defect)
            } else if !shows(seen) {
                refusals.append(seen)
            }
        }
        guard isNamed || alike.isEmpty else {
            throw LiveStop(
                "the valid response is not proven to be accepted: either the party does not check these, or it "
                    + "refuses our valid response for the same reason: \(alike.joined(separator: ", "))",
                ["a valid response:"] + good[0].observation.lines()
                    + ["Set 'probe' to an address that shows the signed-in user, or 'verdict.accepted'."])
        }
        // What a party answers to SAML that it refuses may be more like an acceptance than what it answers to JSON.
        return Calibration(learn(good, bad + refusals) ?? ruler, signed, isNamed ? .name : .defects)
    }

    private func indistinguishable(_ good: Seen, _ bad: Seen) -> LiveStop {
        LiveStop(
            "the answers to valid and to unreadable responses cannot be told apart",
            ["a valid response:"] + good.observation.lines() + ["an unreadable response:"] + bad.observation.lines()
                + [
                    good.observation.probe == nil
                        ? "Set 'probe' to an address that answers differently for a signed-in user."
                        : "The address of 'probe' answers both alike: it must show whether a user is signed in."
                ])
    }
}
