import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Creates sessions and finds them by code.
struct SessionStorage {
    let simulation: Simulation

    /// Stores a session under an unused code and replaces the app's previous session on the device.
    ///
    /// - Returns: The session with its code.
    func open(_ session: SessionRecord, at now: Date) throws -> SessionRecord {
        var record = session
        // The code is drawn outside of the transaction, because the identifier source has its own.
        while true {
            record.code = try simulation.identifiers.code(length: SessionRecord.codeLength)
            let isKept = try simulation.store.write { state in
                let key = ServiceDocument.session(record.code)
                try simulation.sweeper.sweep(at: now, in: state)
                if let other = try state.value(for: key), now < other.end { return false }
                try replaceLatest(by: record, at: now, in: state)
                try state.setValue(record, for: key)
                return true
            }
            if isKept { return record }
        }
    }

    /// Ends the app's latest session on the device, for every MVPD.
    private func replaceLatest(by record: SessionRecord, at now: Date, in state: any StateWriting) throws {
        let key = ServiceDocument.latestCode(record.holder)
        if let latest = try state.value(for: key),
            var other = try state.value(for: ServiceDocument.session(latest.code)),
            other.holder.path == record.holder.path
        {
            other.isReplaced = true
            try state.setValue(other, for: ServiceDocument.session(latest.code))
        }
        try state.setValue(LatestCode(code: record.code, notAfter: record.notAfter), for: key)
    }

    /// Lets the latest code of an app live as long as its session, so that a newer code still replaces it.
    static func extendLatest(to record: SessionRecord, in state: any StateWriting) throws {
        let key = ServiceDocument.latestCode(record.holder)
        guard try state.value(for: key)?.code == record.code else { return }
        try state.setValue(LatestCode(code: record.code, notAfter: record.end), for: key)
    }

    /// Returns a service provider's session by code.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - serviceProvider: The service provider of the request.
    ///   - reportsSignIn: Whether the request asks for the result of the sign-in, which outlives the code.
    ///   - now: The time of the request.
    ///   - state: The state to read.
    /// - Returns: The session.
    /// - Throws: ``Refusal`` with `invalid_parameter_code` for a malformed code. ``Refusal`` with
    ///   `invalid_authentication_session` for a code that is unknown, not valid now, or replaced.
    func find(
        code: String, serviceProvider: RequestorID, reportsSignIn: Bool = false, at now: Date,
        in state: any StateReading
    ) throws -> SessionRecord {
        func refusal(
            _ check: InputCheck, _ found: String, _ expected: String, showing shown: String? = nil,
            _ error: EnhancedErrorCode = .invalidAuthenticationSession
        ) -> Refusal {
            var refusal = Refusal(error, InputFate("code", check, found: found, expected: expected))
            // A user reads the page, and it must not tell the code of another device.
            refusal.shown = shown
            return refusal
        }
        guard SessionRecord.isCode(code) else {
            throw refusal(
                .form, Naming.quoted(code), "six or seven capital letters and digits",
                showing: "The code is invalid: expected six or seven capital letters and digits.", .invalidParameterCode
            )
        }
        let unknown = "The code is unknown."
        guard let record = try state.value(for: ServiceDocument.session(code)) else {
            throw refusal(
                .value, "'\(code)', which is unknown", "a code that POST sessions has returned in this world",
                showing: unknown)
        }
        guard record.serviceProvider == serviceProvider else {
            throw refusal(
                .serviceProvider, "'\(record.serviceProvider)', which got the code",
                "that of the request, '\(serviceProvider)'", showing: unknown)
        }
        guard record.holds(at: now) || reportsSignIn && record.notBefore <= now && now < record.end else {
            throw now < record.notBefore
                ? refusal(
                    .notBefore, TimeText.format(record.notBefore), "at most \(Naming.time(now))",
                    showing: "The code is not valid yet.")
                : refusal(
                    .notAfter, TimeText.format(reportsSignIn ? record.end : record.notAfter),
                    "later than \(Naming.time(now))", showing: "The code has expired.")
        }
        guard record.isReplaced != true else {
            let newest = try state.value(for: ServiceDocument.latestCode(record.holder))?.code
            throw refusal(
                .newest, newest.map(Naming.quoted) ?? "another one", "'\(code)'", showing: Self.replaced.reason)
        }
        return record
    }

    /// The error for a code that a newer code has replaced.
    static let replaced = Refusal(
        .invalidAuthenticationSession, "A newer code of the app has replaced this code.")

    /// Returns a session by code if no user has signed in with the code yet.
    ///
    /// - Throws: ``Refusal`` as ``find(code:serviceProvider:reportsSignIn:at:in:)`` does, and for a used code.
    func findUnused(
        code: String, serviceProvider: RequestorID, at now: Date, in state: any StateReading
    ) throws -> SessionRecord {
        let record = try find(code: code, serviceProvider: serviceProvider, at: now, in: state)
        if let completed = record.completedAt {
            var refusal = Refusal(
                .invalidAuthenticationSession,
                InputFate(
                    "code", .isOpen, found: "complete since \(TimeText.format(completed))",
                    expected: "one that is not complete"))
            refusal.shown = "This code has already been used to sign in."
            throw refusal
        }
        return record
    }
}

extension SessionRecord {
    /// Whether a text has the format of a code; one sample of the documentation has six characters.
    static func isCode(_ text: String) -> Bool {
        (6...codeLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// The holder of the profiles that the sign-in gives.
    var holder: Holder {
        Holder(
            clientID: clientID, device: DeviceIdentifier(fingerprint: fingerprint), serviceProvider: serviceProvider)
    }

    /// Takes the parameters of a request; missing ones keep their value.
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
    /// Sets the properties of a response about a session with a code.
    mutating func show(_ record: SessionRecord) {
        mvpd = record.mvpd
        code = record.code
        notBefore = MillisecondsText(record.notBefore)
        notAfter = MillisecondsText(record.notAfter)
    }
}
