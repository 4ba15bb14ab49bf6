import TVSimRules
import Testing

@Suite("The times of two polls")
struct PollTimesTests {
    /// Two polls in real time, while the clock of the world stands still, and the verdict on the time between them.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// When they arrived, in seconds.
        let arrived: [Double]
        /// When they were answered, in seconds.
        let answered: [Double]
        let verdict: Verdict

        init(_ title: String, _ arrived: [Double], _ answered: [Double], _ verdict: Verdict) {
            (testDescription, self.arrived, self.answered, self.verdict) = (title, arrived, answered, verdict)
        }
    }

    private static let rows = [
        Row("5 s, and the first answer is held back", [0, 5], [4, 5.01], .held),
        Row("3 s, and the first answer takes longer", [0, 3], [0.02, 3.002], .held),
        Row("3 s, and the second one arrives sooner", [0.02, 3.001], [0.021, 3.002], .held),
        Row("2.7 s", [0, 2.7], [0.01, 2.71], .broken),
        Row("1 s, and the second answer is held back", [0, 1], [0.01, 4.01], .broken),
    ]

    @Test("are those at which they arrived, whenever the answers came", arguments: rows)
    func verdict(_ row: Row) throws {
        let scene = Scene("poll-gap", row.verdict, row.testDescription, [Scene.poll(), .after(0, Scene.poll())])
        let polls = try scene.history().parts[0].enumerated().map { place, observation in
            var poll = observation
            (poll.arrived, poll.elapsed) = (row.arrived[place], row.answered[place])
            return poll
        }
        var judge = RuleJudge()
        judge.judge(History(polls))
        #expect(judge.report.rules.first { $0.id == "poll-gap" }?.verdict == row.verdict)
    }
}
