import AccessEnabler
import TVSimStructuredText
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

@Suite("A simulator of a test", .timeLimit(.minutes(5)))
struct WithSimulatorTests {
    @Test("is the world of objects that are created inside")
    func inside() async throws {
        let status = try await withSimulator { simulator in
            #expect(try Simulator.current === simulator)
            try simulator.perform("permission: granted")
            return try await VSAccountManager().checkAccessStatus()
        }
        #expect(status == .granted)
    }

    @Test("throws if the real system would have ended the app, whatever the body does then")
    func terminated() async throws {
        let profile = "schema: 1\nname: mute\ndevice: {apps: {com.example.stream: {usageDescription: false}}}\n"
        let error = await #expect(throws: SimulatorError.self) {
            try await withSimulator(profile: profile) { _ in
                _ = try? await VSAccountManager().checkAccessStatus(options: [.prompt: true])
            }
        }
        #expect(error?.code == .appTerminated)
        #expect("\(try #require(error))".hasPrefix("the app 'com.example.stream' was terminated: "))
    }

    @Test(
        "does nothing for an ended app but answers it, so that no test waits forever")
    func nothingAfterTheEnd() async throws {
        let profile = """
            schema: 1
            name: mute
            device:
              apps: {com.example.stream: {usageDescription: false, access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            """
        let error = await #expect(throws: SimulatorError.self) {
            try await withSimulator(profile: profile) { simulator in
                let manager = VSAccountManager()
                #expect(try await manager.checkAccessStatus() == .granted)
                await #expect(throws: VSError(.accessNotGranted)) {
                    try await manager.checkAccessStatus(options: [.prompt: true])
                }
                await #expect(throws: VSError(.accessNotGranted)) { try await manager.checkAccessStatus() }
                let request = VSAccountMetadataRequest()
                request.includeAccountProviderIdentifier = true
                let journal = try simulator.journal()
                let answer = await awaiting("answer", otherwise: (false, nil)) { continuation in
                    manager.enqueue(request) { metadata, error in
                        continuation.resume(returning: (metadata == nil, (error as? VSError)?.code))
                    }
                }
                #expect(answer == (true, .accessNotGranted))
                #expect(try simulator.journal() == journal)
            }
        }
        #expect(error?.code == .appTerminated)
    }

    @Test("also throws if the body does not wait for the answer", arguments: 0..<20)
    func terminatedLate(_: Int) async throws {
        let profile = "schema: 1\nname: mute\ndevice: {apps: {com.example.stream: {usageDescription: false}}}\n"
        let error = await #expect(throws: (any Error).self) {
            try await withSimulator(profile: profile) { _ in
                VSAccountManager().checkAccessStatus(options: [.prompt: true]) { _, _ in }
            }
        }
        #expect("\(try #require(error))".hasPrefix("the app 'com.example.stream' was terminated: "))
    }

    @Test("leaves no request that waits for a user")
    func released() async throws {
        weak var left: Simulator?
        try await withSimulator(profile: PersonTests.profile) { simulator in
            left = simulator
            try await simulator.launch().callbacks {
                $0.setRequestor("REF30")
                $0.getAuthentication()
            }
            _ = try await simulator.nextInterface()
        }
        // What was called ends on tasks of its own.
        await until("the simulator has gone") { left == nil }
    }

    @Test(
        "leaves no request that waits for an interface which was just dismissed",
        arguments: 0..<10)
    func releasedBehind(_: Int) async throws {
        weak var left: Simulator?
        try await withSimulator(profile: PersonTests.profile) { simulator in
            left = simulator
            let other = try simulator.launch(as: "com.example.other")
            try simulator.perform("setPermission: {bundleID: com.example.other, access: granted}")
            for app in [simulator.launch(), other] {
                try await app.callbacks {
                    $0.setRequestor("REF30")
                    $0.getAuthentication()
                }
            }
            try await simulator.nextInterface().cancel()
        }
        await until("the simulator has gone") { left == nil }
    }

    @Test("runs the body in the test's isolation, with access to the test's own objects")
    @MainActor func isolation() async throws {
        final class Notes { var lines: [String] = [] }
        let notes = Notes()
        try await withSimulator { simulator in
            MainActor.assertIsolated()
            let app = simulator.launch()
            try await app.callbacks {
                notes.lines.append("called")
                $0.setRequestor("REF30")
            }
        }
        #expect(notes.lines == ["called"])
    }

    @Test("is the inner one inside a nested call, and the outer one again after it")
    func nested() async throws {
        try await withSimulator { outer in
            try await withSimulator { inner in
                #expect(inner !== outer)
                let current = try Simulator.current
                #expect(current === inner)
            }
            #expect(try Simulator.current === outer)
        }
    }

    @Test("does not exist outside, which one line reports")
    func outside() throws {
        let error = try #require(throws: SimulatorError.self) { try Simulator.current }
        #expect(error.code == .noSimulator)
        #expect(
            error.description
                == "no current simulator: give the test the trait '.simulator(…)', or call 'withSimulator'; "
                + "in a detached task or on a queue, use the simulator of the test")
    }

    @Test("records what a cancelled wait was for, because Swift Testing does not report it")
    func cancelledWait() async throws {
        let delegate = RecordingDelegate()
        let told = Locked<[String]>([])
        await withKnownIssue {
            let waiting = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                // Told once, however deep it is.
                try await withSimulator { _ in
                    try await withSimulator { _ in _ = try await delegate.next("setToken(…)") }
                }
            }
            _ = await waiting.result
        } matching: { issue in
            told.withLockedValue { $0.append("\(issue.comments) \(issue.error.map { "\($0)" } ?? "")") }
            return true
        }
        #expect(told.withLockedValue { $0 }.count == 1)
        #expect(told.withLockedValue { $0 }.first?.contains("the wait for setToken(…) was cancelled") == true)
        // Somebody else's task is not the test.
        try await withSimulator { _ in
            let other = Task { try await delegate.next("setToken(…)") }
            other.cancel()
            _ = await other.result
        }
    }

    @Test("is not created from an invalid profile, which is reported with its position")
    func badProfile() async throws {
        let error = await #expect(throws: SimulatorError.self) {
            try await withSimulator(profile: "schema: 1\nname: x\nviewr: {}\n") { _ in }
        }
        #expect(error?.code == .malformed)
        #expect(try "\(#require(error))".hasPrefix("profile:3:1: "))
    }

    @Test("has a world that is separate from concurrent ones")
    func parallel() async throws {
        let permissions = ["granted", "denied", "restricted"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    let permission = permissions[number % 3]
                    try await withSimulator { simulator in
                        try simulator.perform("permission: \(permission)")
                        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
                        let app = simulator.launch()
                        let callbacks = try await app.callbacks { $0.setRequestor("REF30") }
                        let silent = ["setRequestorComplete(1)"]
                        #expect(callbacks == (permission == "granted" ? silent : ["status(VSA403)"] + silent))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
