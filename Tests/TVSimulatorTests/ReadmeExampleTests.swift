import AsyncApp
import TVSimulator
import Testing
import VideoSubscriberAccount

@Suite(.timeLimit(.minutes(5))) struct ReadmeExampleTests {
    @Test("the example of a test without helpers passes")
    func example() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: a new device
                """)
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")

        let status = try await simulator.run { try await VSAccountManager().checkAccessStatus() }
        #expect(status == .granted)

        try simulator.perform("permission: denied")
        await #expect(throws: VSError.self) {
            try await simulator.run { try await VSAccountManager().checkAccessStatus() }
        }
    }

    @Test("the example of a test that acts as the user passes")
    func person() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: the test answers
                device: {apps: {com.example.stream: {access: granted}}}
                viewer: {systemPicker: none}
                """)
        let model = await simulator.run { await SignOnModel() }
        async let started: Void = model.start()

        let interface = try await simulator.nextInterface()
        #expect(interface.providers.map(\.displayName) == ["Cablevision", "Dish Network", "Suddenlink"])
        try await interface.choose("Dish")
        try await interface.signIn(as: "carol", password: "wrong")
        #expect(interface.failedAttempts == 1)
        try await interface.signIn(as: "carol")

        await started
        #expect(await model.state == "signed in with Dish")
    }

    @Test("the example of a test that answers the access prompt passes")
    func prompt() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: asks\nviewer: {accessPrompt: none}\n")
        async let status = simulator.run {
            try await VSAccountManager().checkAccessStatus(options: [.prompt: true])
        }
        let prompt = try await simulator.nextInterface()
        #expect(prompt.promptingApp == "com.example.stream")
        try await prompt.allow()
        #expect(try await status == .granted)
    }

    @Test("an event that is a call of the app, or has an unknown name, is rejected with one line")
    func refusals() throws {
        let simulator = try Simulator(profile: "schema: 1\nname: x\n")
        for event in ["logout", "signIn: {provider: Cablevison, as: alice}", "permision: granted", "{", ""] {
            let error = #expect(throws: (any Error).self) { try simulator.perform(event) }
            #expect(error.map { "\($0)".contains("\n") } == false)
        }
    }
}
