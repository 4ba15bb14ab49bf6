import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// The report of three runs as a file, so that each change of what a person sees is seen in a diff.
@Suite("The report of a failed run, a run that passed and the attempts of an app")
struct ReportSnapshotTests {
    private static func profile(_ text: String) throws -> TVSimScenario.Profile {
        try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
    }

    private static let failing = """
        schema: 1
        name: a <b>response</b> that has expired
        device:
          apps: {com.example.stream: {access: granted}}
          account: {provider: Cablevision, subscriber: alice}
        flow:
          - provider: {id: Cablevision, set: {defect: expired}}
          - {setRequestor: REF30, expect: [setRequestorComplete(1)]}
          - {checkAuthentication: , expect: [status(N111), 'setAuthenticationStatus(1, "")']}
        """

    private static let passing = """
        schema: 1
        name: the app's own picker
        device: {apps: {com.example.stream: {access: denied}}}
        viewer: {appPicker: {choose: Mediacom}, signIn: {as: erin}}
        providers: {Mediacom: {boarding: none, subscribers: {erin: {entitlements: [News]}}}}
        service: {requestors: {REF30: {integrations: {Mediacom: {provider: Mediacom}}}}}
        flow:
          - setRequestor: REF30
          - getAuthentication
          - {getAuthorization: News, expect: [setToken(News)]}
        """

    /// Returns the attempts of an app without a profile's expectations.
    private static func attempts() async throws -> ReportedRun {
        let record = try await ProfileRunner(explaining: true).run(
            profile(
                """
                schema: 1
                name: attempts
                device: {apps: {com.example.stream: {access: granted}}}
                flow: [{setRequestor: REF30}, {getAuthorization: News}, {advance: 1d}]
                """))
        var flows = JournalFlows()
        let decisions = record.steps.compactMap(\.decisions).joined()
        var entries: [Int: [JournalEntry]] = [:]
        for (number, entry) in decisions.enumerated() {
            entries[flows.add(number + 1, entry), default: []].append(entry)
        }
        let steps = flows.flows.enumerated().map { place, flow in
            ReportedRun.Step(
                title: flow.title, isCallOfApp: flow.call != nil, place: "entry \(flow.first)", began: flow.began,
                expected: nil, decisions: entries[place], failures: [],
                outcome: flow.kind == .command ? nil : FlowOutcome(flow.outcome))
        }
        return ReportedRun(name: "a world", source: "world a", steps: steps, isComplete: false)
    }

    @Test("is the committed file")
    func report() async throws {
        var runs: [ReportedRun] = []
        for text in [Self.passing, Self.failing] {
            runs.append(ReportedRun(try await ProfileRunner(explaining: true).run(Self.profile(text))))
        }
        runs.append(try await Self.attempts())
        runs[2].sections = ["<p>a section</p>"]
        var origin = RunReport.Origin()
        (origin.date, origin.duration) = (Date(timeIntervalSince1970: 1_767_225_600.9), .milliseconds(1_250))
        (origin.command, origin.filter) = ("tvsim run --format html", "the entries 3-5 of the journal")
        let page = try RunReport.page(runs, origin: origin)
            .replacing("tvsim \(SimulatorVersion.current)", with: "tvsim VERSION")
        let made = try #require(page.firstRange(of: "<main>").map { String(page[$0.lowerBound...]) })
        try GeneratedFile.check("Tests/CommandLineTests/Snapshots/report.html", is: made)
    }
}
