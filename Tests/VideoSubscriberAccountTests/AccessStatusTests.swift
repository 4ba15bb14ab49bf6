import Foundation
import TVSimCore
import TVSimDevice
import TVSimStateStorage
import TestSupport
import Testing
import VideoSubscriberAccount

/// The access status for every stored decision.
///
/// Video Subscriber Account, `VSAccountAccessStatus`; Differences, A-44.
@Suite struct AccessStatusTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let stored: AccessPermission
        let option: Option
        var person: ViewerAnswers.Prompt = .ignore
        let status: VSAccountAccessStatus
        let kept: AccessPermission

        var testDescription: String { name }

        enum Option: Sendable {
            case absent, no, yes, number, otherNumber, text
            var options: [VSCheckAccessOption: Any] {
                switch self {
                case .absent: [:]
                case .no: [.prompt: false]
                case .yes: [.prompt: true]
                case .number: [VSCheckAccessOption.prompt: NSNumber(value: true)]
                case .otherNumber: [.prompt: NSNumber(value: 2)]
                case .text: [.prompt: "yes"]
                }
            }
        }
    }

    static let rows: [Row] = [
        Row(
            name: "undetermined, no option", stored: .notDetermined, option: .absent, status: .notDetermined,
            kept: .notDetermined),
        Row(
            name: "undetermined, prompt false, although the user would allow", stored: .notDetermined, option: .no,
            person: .allow, status: .notDetermined, kept: .notDetermined),
        Row(
            name: "undetermined, a text counts as false", stored: .notDetermined, option: .text, person: .allow,
            status: .notDetermined, kept: .notDetermined),
        Row(
            name: "undetermined, prompt, allowed", stored: .notDetermined, option: .yes, person: .allow,
            status: .granted, kept: .granted),
        Row(
            name: "undetermined, prompt as a number, allowed", stored: .notDetermined, option: .number, person: .allow,
            status: .granted, kept: .granted),
        Row(
            name: "undetermined, a number that is no Boolean counts as false", stored: .notDetermined,
            option: .otherNumber, person: .allow, status: .notDetermined, kept: .notDetermined),
        Row(
            name: "undetermined, prompt, refused", stored: .notDetermined, option: .yes, person: .deny,
            status: .denied, kept: .denied),
        Row(
            name: "undetermined, prompt, ignored", stored: .notDetermined, option: .yes, person: .ignore,
            status: .notDetermined, kept: .notDetermined),
        Row(
            name: "denied is never asked again", stored: .denied, option: .yes, person: .allow, status: .denied,
            kept: .denied),
        Row(
            name: "restricted is never asked", stored: .restricted, option: .yes, person: .allow, status: .restricted,
            kept: .restricted),
        Row(
            name: "granted is not asked", stored: .granted, option: .yes, person: .deny, status: .granted,
            kept: .granted),
    ]

    /// What else the device and the app may be like: none of it plays a part.
    struct Start: Sendable, CustomTestStringConvertible {
        let hasDelegate: Bool
        let expires: Date??
        var testDescription: String {
            "\(hasDelegate ? "a" : "no") delegate, "
                + (expires == nil ? "signed out" : "signed in until \(expires as Any)")
        }
    }

    static let starts: [Start] = [true, false].flatMap { hasDelegate in
        [nil, .some(nil), .some(.distantPast), .some(.distantFuture)].map {
            Start(hasDelegate: hasDelegate, expires: $0)
        }
    }

    @Test(
        "answers with the status, and with an error exactly when access is not granted, from every starting state",
        arguments: rows, starts)
    func completion(row: Row, start: Start) async throws {
        let world = TestDevice()
        if let expires = start.expires {
            try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: expires)
        }
        try world.device.setPermission(row.stored, for: world.bundleID)
        var answers = ViewerAnswers()
        answers.accessPrompt = row.person
        try world.device.setViewer(answers)

        let manager = world.manager()
        let delegate = RecordingDelegate()
        if start.hasDelegate { manager.delegate = delegate }
        let answer = await awaiting("access status", otherwise: (status: .notDetermined, error: nil)) { continuation in
            manager.checkAccessStatus(options: row.option.options) { status, error in
                continuation.resume(returning: (status: status, error: error as? VSError))
            }
        }
        #expect(answer.status == row.status)
        #expect(answer.error?.code == (row.status == .granted ? nil : .accessNotGranted))
        #expect(try world.device.permission(for: world.bundleID) == row.kept)
        #expect(delegate.calls.isEmpty)
    }

    @Test("the async form returns granted and throws for every other status", arguments: rows)
    func asyncForm(row: Row) async throws {
        let world = TestDevice()
        try world.device.setPermission(row.stored, for: world.bundleID)
        var answers = ViewerAnswers()
        answers.accessPrompt = row.person
        try world.device.setViewer(answers)
        let manager = world.manager()
        do {
            let status = try await manager.checkAccessStatus(options: row.option.options)
            #expect(status == .granted)
            #expect(row.status == .granted)
        } catch VSError.accessNotGranted {
            #expect(row.status != .granted)
        }
    }

    @Test("a permission belongs to one app")
    func perApp() async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: "com.example.other")
        await #expect(throws: VSError.self) {
            try await world.manager().checkAccessStatus()
        }
    }

    @Test("reports an unsupported region before everything else, and does not ask the user")
    func unsupportedRegion() async throws {
        let world = TestDevice()
        try world.device.setSettings(DeviceSettings(region: .unsupported))
        var answers = ViewerAnswers()
        answers.accessPrompt = .allow
        try world.device.setViewer(answers)
        do {
            _ = try await world.manager().checkAccessStatus(options: [.prompt: true])
            Issue.record("an unsupported region must throw")
        } catch VSError.unsupported {
            #expect(try world.device.permission(for: world.bundleID) == .notDetermined)
        }
    }

    @Test(
        "fails with each error that a fault names, as long as the fault exists",
        arguments: VSError.Code.faultNames)
    func everyFault(name: String) async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.simulation.faults.add(Fault(operation: .checkAccessStatus, error: name))
        let manager = world.manager()
        for _ in 1...3 {
            let error = await #expect(throws: VSError.self) { try await manager.checkAccessStatus() }
            #expect(error.map { "\($0.code)" } == name)
        }
        try world.device.simulation.faults.clear()
        #expect(try await manager.checkAccessStatus() == .granted)
    }

    @Test("fails as often as a fault says, and then answers again")
    func fault() async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.simulation.faults.add(
            Fault(operation: .checkAccessStatus, error: "serviceTemporarilyUnavailable", times: 2))
        let manager = world.manager()
        for _ in 1...2 {
            do {
                _ = try await manager.checkAccessStatus()
                Issue.record("the fault must strike")
            } catch VSError.serviceTemporarilyUnavailable {}
        }
        #expect(try await manager.checkAccessStatus() == .granted)
    }
}
