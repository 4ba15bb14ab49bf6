import AccessEnabler
import TVSimCore
import TVSimWorld
import TVSimulatorTesting
import Testing
import VideoSubscriberAccount

@Suite("The situations of the cookbook, in a test", .timeLimit(.minutes(5))) struct SituationTests {
    @Test(
        .simulator(matrix: try SituationMatrix("access", "account", "token", "accessBefore")),
        arguments: try SituationMatrix("access", "account", "token", "accessBefore"))
    func authenticatesAfterAnEarlierLaunch(in situation: Situation) async throws {
        let app = try await Simulator.current.launch(in: situation)
        try await app.expect(.setRequestor, in: situation) { $0.setRequestor("REF30") }
        try await app.expect(.checkAuthentication, in: situation) { $0.checkAuthentication() }
        try await app.expect(.getAuthentication, in: situation) { $0.getAuthentication() }
    }

    @Test("lead the app's own code to the device of the situation")
    func ownCode() async throws {
        for (name, isGranted) in [("access=denied", false), ("baseline", true)] {
            try await withSimulator(in: try Situation(name)) { _ in
                let status = try? await VSAccountManager().checkAccessStatus()
                #expect((status == .granted) == isGranted)
            }
        }
    }

    @Test("have a property for each axis, with the values that the axis has")
    func axes() throws {
        func values<Value: Hashable & CaseIterable>(_ axes: String..., of value: (Situation) -> Value) throws -> Bool {
            let matrix = try axes.count == 1 ? SituationMatrix(axes[0]) : SituationMatrix(axes[0], axes[1])
            return Set(matrix.map(value)) == Set(Value.allCases)
        }
        #expect(try values("platform", of: \.platform))
        #expect(try values("access", of: \.access))
        #expect(try values("account", of: \.account))
        #expect(try values("integration", of: \.integration))
        #expect(try values("singleSignOn", of: \.singleSignOn))
        #expect(try values("boarding", "account", of: \.boarding))
        #expect(try values("degradation", "account", of: \.degradation))
        #expect(try values("response", "account", of: \.response))
        #expect(try values("fault", "account", of: \.fault))
        #expect(try values("picker", "account", of: \.picker))
        #expect(try values("token", "accessBefore", of: \.token))
        #expect(try values("accessBefore", "token", of: \.accessBefore))
        #expect(try Situation("baseline").start == .cold)
        #expect(try Situation("start=warm/accessBefore=denied").start == .warm)
    }

    @Test("count as coverage when a test has entered them, with what the app's own calls visit")
    func coverage() async throws {
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            try await withSimulator(in: try Situation("access=denied")) { simulator in
                #expect(recorder.visited.map(\.description) == ["cell access=denied"])
                let app = simulator.launch()
                try await app.expect(["status(VSA403)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
            }
        }
        let names = recorder.visited.map(\.description)
        for name in ["condition permissionGranted fails", "callback setRequestorComplete", "status VSA403"] {
            #expect(names.contains(name))
        }
    }

    @Test("fail if the callbacks are not allowed, with the outcomes that are")
    func notAllowed() async throws {
        let error = await #expect(throws: CallbackMismatch.self) {
            try await withSimulator(in: try Situation("access=denied")) { simulator in
                let app = simulator.launch()
                try await app.callbacks { $0.setRequestor("REF30") }
                try await app.expect(.checkAuthentication, in: Situation("access=restricted")) { $0.logout() }
            }
        }
        #expect(
            error?.description.contains("the documents also allow [status(N000), setAuthenticationStatus(0") == true)
    }

    @Test("cannot be entered twice, nor in the world of a profile")
    func entry() async throws {
        let situation = try Situation("access=denied")
        let twice = await #expect(throws: SimulatorError.self) {
            try await withSimulator(in: situation) { try await $0.enter(situation) }
        }
        #expect(twice?.reason == "the world is in the situation 'access=denied' already")
        let elsewhere = await #expect(throws: SimulatorError.self) {
            try await withSimulator { try await $0.enter(situation) }
        }
        #expect(elsewhere?.reason.hasPrefix("the world is not that of a matrix") == true)
    }

    @Test("may be entered by several worlds of one test, but not by the world of a profile beside them")
    func severalWorlds() async throws {
        let test = try #require(Test.current)
        let trait = SimulatorTrait.simulator(matrix: try SituationMatrix("access"))
        let situation = try Situation("access=denied")
        @Sendable func isDenied() async -> Bool { (try? await VSAccountManager().checkAccessStatus()) == nil }
        for entersOwn in [false, true] {
            try await trait.provideScope(for: test, testCase: nil) {
                if entersOwn { try await Simulator.current.enter(situation) }
                for _ in 0..<2 { try await withSimulator(in: situation) { _ in #expect(await isDenied()) } }
                let refused = await #expect(throws: SimulatorError.self) {
                    try await withSimulator { try await $0.enter(situation) }
                }
                #expect(refused?.reason.hasPrefix("the world is not that of a matrix") == true)
            }
        }
        let other = await #expect(throws: SimulatorError.self) {
            try await trait.provideScope(for: test, testCase: nil) {
                try await Simulator.current.enter(situation)
                try await withSimulator(in: Situation("platform=tvOS")) { _ in }
            }
        }
        #expect(other?.reason == "the situation 'platform=tvOS' is not in the matrix of the trait")
    }

    @Test("fail a case that enters none, or one that is not in the matrix of the trait")
    func forgotten() async throws {
        let test = try #require(Test.current)
        let trait = SimulatorTrait.simulator(matrix: try SituationMatrix("access"))
        let none = await #expect(throws: SimulatorError.self) {
            try await trait.provideScope(for: test, testCase: nil) {}
        }
        #expect(none?.reason.hasPrefix("the test entered no situation") == true)
        let other = await #expect(throws: SimulatorError.self) {
            try await trait.provideScope(for: test, testCase: nil) {
                try await Simulator.current.enter(Situation("platform=tvOS"))
            }
        }
        #expect(other?.reason == "the situation 'platform=tvOS' is not in the matrix of the trait")
    }

    @Test("are refused by name with a suggestion")
    func names() throws {
        let unknown = #expect(throws: SimulatorError.self) { try Situation("acces=denied") }
        #expect(unknown?.suggestion == "access")
        #expect(throws: SimulatorError.self) { try SituationMatrix("boarding=notListed") }
        #expect(throws: SimulatorError.self) { try SituationMatrix("start", "accessBefore=denied") }
        #expect(try SituationMatrix("access", "platform=iOS,tvOS").map(\.description).count == 8)
    }

    @Test("have at least one outcome for each call, in the notation of a profile")
    func outcomes() throws {
        let situation = try Situation("access=restricted")
        #expect(
            situation.outcomes(of: .setRequestor) == [
                ["status(VSA403)", "setRequestorComplete(1)"], ["setRequestorComplete(1)"],
            ])
    }
}
