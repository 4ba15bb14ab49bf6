import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StateStorage
import XMLSecurity

/// Opens sessions and finds them again by their codes.
struct SessionKeeping {
    let simulation: Simulation

    /// Keeps a session under a code that no other session holds at the moment, in place of the app's last one on the device,
    /// and returns it with the code.
    func open(_ session: SessionRecord, at now: Date) throws -> SessionRecord {
        var record = session
        // Drawn outside the transaction: the source of identifiers has one of its own.
        while true {
            record.code = try simulation.identifiers.code(length: SessionRecord.codeLength)
            let isKept = try simulation.store.write { state in
                let key = ServiceDocument.session(record.code)
                try simulation.sweeper.sweep(ServiceDocument.sessions, at: now, in: state) { (other: SessionRecord) in
                    other.notAfter <= now
                }
                if let other = try state.value(for: key), now < other.notAfter { return false }
                try replaceLatest(by: record, at: now, in: state)
                try state.setValue(record, for: key)
                return true
            }
            if isKept { return record }
        }
    }

    /// Ends the session whose code the app was given last on the device, whichever MVPD it is with.
    private func replaceLatest(by record: SessionRecord, at now: Date, in state: any StateWriting) throws {
        let key = ServiceDocument.latestCode(record.holder)
        if let latest = try state.value(for: key),
            var other = try state.value(for: ServiceDocument.session(latest.code)),
            other.holder.path == record.holder.path
        {
            other.isReplaced = true
            try state.setValue(other, for: ServiceDocument.session(latest.code))
        }
        try simulation.sweeper.sweep(ServiceDocument.latestCodes, at: now, in: state) { (other: LatestCode) in
            other.notAfter <= now
        }
        try state.setValue(LatestCode(code: record.code, notAfter: record.notAfter), for: key)
    }

    /// Returns the session that a code of a service provider means.
    ///
    /// - Throws: ``Refusal`` with `invalid_parameter_code` for what is no code, and `invalid_authentication_session` for a
    ///   code that nobody holds now, or after which the app was given another.
    func find(code: String, serviceProvider: RequestorID, at now: Date, in state: any StateReading) throws
        -> SessionRecord
    {
        guard SessionRecord.isCode(code) else {
            throw Refusal(.invalidParameterCode, "A code is made of capital letters and digits.")
        }
        guard let record = try state.value(for: ServiceDocument.session(code)),
            record.serviceProvider == serviceProvider
        else {
            throw Refusal(.invalidAuthenticationSession, "There is no session of this code.")
        }
        guard record.holds(at: now) else {
            throw Refusal(
                .invalidAuthenticationSession,
                now < record.notBefore ? "The code does not hold yet." : "The code has lapsed.")
        }
        guard record.isReplaced != true else { throw Self.replaced }
        return record
    }

    /// What is said of a code after which the app was given another.
    static let replaced = Refusal(
        .invalidAuthenticationSession, "The app has asked for a newer code since: this one counts no more.")

    /// Returns the session that a code means with which nobody has signed in yet.
    ///
    /// - Throws: ``Refusal`` as ``find(code:serviceProvider:at:in:)`` does, and for a code that has served its sign-in.
    func findUnused(
        code: String, serviceProvider: RequestorID, at now: Date, in state: any StateReading
    ) throws -> SessionRecord {
        let record = try find(code: code, serviceProvider: serviceProvider, at: now, in: state)
        guard record.completedAt == nil else {
            throw Refusal(.invalidAuthenticationSession, "This code has already been used to sign in.")
        }
        return record
    }
}

extension SessionRecord {
    /// Whether a text can be a code: six characters stand in one of the documentation's samples.
    static func isCode(_ text: String) -> Bool {
        (6...codeLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// Whose profiles the sign-in is for.
    var holder: Holder {
        Holder(
            clientID: clientID, device: DeviceIdentifier(fingerprint: fingerprint), serviceProvider: serviceProvider)
    }

    /// Takes over what a request gives; what it leaves out stays.
    mutating func supply(_ request: SessionRequest) {
        if let named = request.mvpd {
            mvpd = named
            isChosenByPerson = nil
        }
        domainName = request.domainName ?? domainName
        redirectURL = request.redirectURL ?? redirectURL
    }
}

extension SessionResponse {
    /// The keys that an answer about a session with a code has.
    mutating func show(_ record: SessionRecord) {
        mvpd = record.mvpd
        code = record.code
        notBefore = MillisecondsText(record.notBefore)
        notAfter = MillisecondsText(record.notAfter)
    }
}
