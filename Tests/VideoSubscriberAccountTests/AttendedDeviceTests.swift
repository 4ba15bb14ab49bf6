import TVSimCore
import TVSimDevice
import Testing
import VideoSubscriberAccount

/// A device whose interfaces a person can answer, and who did what.
///
/// Differences, A-45.
@Suite("A device at which a person can act") struct AttendedDeviceTests {
    @Test("without a script, the picker stays open until the person acts, and the journal says that the user closed it")
    func waits() async throws {
        let world = try TestDevice(isAttended: true).granted()
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answer = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        #expect(await interface.act(.cancel) == .ended)
        #expect(await answer.error?.code == .userCancelled)
        #expect(try world.interfaceOutcomes() == ["cancelled by the user"])
    }

    @Test("the access prompt stays open too")
    func promptWaits() async throws {
        let world = TestDevice(isAttended: true)
        #expect(try world.device.requestAccess(for: world.bundleID, prompt: true) == nil)
        try world.setViewer { $0.accessPrompt = .allow }
        #expect(try world.device.requestAccess(for: world.bundleID, prompt: true)?.permission == .granted)
    }

    struct Script: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isAttended = true
        var prepare: @Sendable (TestDevice) throws -> Void = { _ in }
        var outcome = "closed by the script"
    }

    @Test(
        "a script answers at once, and the journal does not name the user",
        arguments: [
            Script(testDescription: "the script closes the picker") {
                try $0.setViewer { $0.systemPicker = .cancel }
            },
            Script(testDescription: "the script answers something else") {
                try $0.setViewer { $0.automaticSignIn = .allow }
            },
            Script(testDescription: "the script has no sign-in for its provider") {
                try $0.setViewer { $0.systemPicker = .choose(provider: "Dish", as: nil) }
            },
            Script(testDescription: "no person can act", isAttended: false),
        ])
    func scripted(script: Script) async throws {
        let world = try TestDevice(isAttended: script.isAttended).granted()
        try script.prepare(world)
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer { $0.isInterruptionAllowed = true }
        #expect(answer.error?.code == .userCancelled)
        #expect(try world.interfaceOutcomes() == [script.outcome])
    }

    @Test("after the script is removed, interfaces wait again")
    func reset() throws {
        let world = TestDevice(isAttended: true)
        try world.setViewer { $0.systemPicker = .other }
        #expect(try world.device.viewer().systemPicker == .other)
        try world.device.resetViewer()
        #expect(try world.device.viewer().systemPicker == .none)
    }
}
