import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimSituations
import TVSimStructuredText
import TestSupport
import Testing

/// The outcomes that the product states for each situation, against the oracle of the tests and the simulator.
@Suite("The outcomes of the cookbook's situations", .timeLimit(.minutes(5))) struct SituationTableTests {
    @Test("agree with the independent oracle in every cell of the decision table")
    func oracle() throws {
        var agreed = 0
        for platform in CookbookCell.Platform.allCases {
            for access in CookbookCell.Access.allCases {
                for account in CookbookCell.Account.allCases {
                    for cell in CookbookCell.cells(access, account, platform) {
                        let situation = try CookbookSituation(named: cell.situationName)
                        for (call, callbacks) in [
                            (CookbookCall.setRequestor, cell.setRequestor),
                            (.checkAuthentication, cell.checkAuthentication),
                            (.getAuthentication, cell.getAuthentication),
                        ] {
                            let stated = situation.outcomes(of: call).first?.callbacks
                            #expect(stated == callbacks, "\(call): \(situation)")
                        }
                        agreed += 1
                    }
                }
            }
        }
        #expect(agreed == SituationSelection.decisionTable.possibleSituations().count)
        #expect(agreed >= 2000)
    }

    @Test("are what the simulator does wherever at most two axes differ from the baseline")
    func pairs() async throws {
        var situations: Set<CookbookSituation> = []
        let axes = SituationAxis.allCases.map(\.rawValue)
        for (index, first) in axes.enumerated() {
            for second in axes.dropFirst(index + 1) {
                var selection = SituationSelection()
                try selection.add(first)
                try selection.add(second)
                situations.formUnion(selection.possibleSituations())
            }
        }
        #expect(situations.count > 350)
        for situation in situations {
            let profile = try ProfileDecoder.decode(situation.profile, source: "matrix")
            let record = try await ProfileRunner().run(profile)
            #expect(record.passed, "\(situation): \(record.steps.flatMap(\.failures))")
        }
    }

    @Test("are what the simulator does after an earlier launch, in both kinds of start")
    func earlierLaunches() async throws {
        var selection = SituationSelection()
        for axis in [
            "platform=iOS,tvOS", "access", "account", "singleSignOn", "fault", "picker=cancel,choose", "token", "start",
            "accessBefore",
        ] {
            try selection.add(axis)
        }
        let runner = try SituationRunner()
        let situations = selection.possibleSituations()
        #expect(situations.count > 2000)
        for (index, situation) in situations.enumerated() where index.isMultiple(of: Thoroughness.part(33, ci: 33)) {
            let record = try await runner.run(situation)
            #expect(record.passed, "\(situation): \(record.steps.flatMap(\.failures))")
        }
    }

    @Test("name existing values only, and each row applies to a situation")
    func rows() throws {
        for rule in ImpossibleSituation.rules { #expect(rule.condition.unknown == [], "\(rule.reason)") }
        var selection = SituationSelection()
        for axis in SituationAxis.allCases where ![.response, .start, .accessBefore].contains(axis) {
            try selection.add(axis.rawValue)
        }
        try selection.add("response=valid,expired,noResponse,statusNotSuccess")
        try selection.add("accessBefore=firstLaunch,granted")
        let situations = selection.possibleSituations()
        for call in CookbookCall.allCases {
            let rows = OutcomeTable.rows(of: call)
            for row in rows {
                #expect(row.condition.unknown == [])
                #expect(row.outcomes.first.map { $0.basis != .open } == true, "the simulator's outcome is not open")
                #expect(
                    row.outcomes.allSatisfy { !$0.sources.isEmpty && ($0.basis == .chosen) == ($0.difference != nil) })
            }
            var applied: Set<Int> = []
            for situation in situations {
                applied.insert(try #require(rows.firstIndex { $0.condition.holds(in: situation) }))
            }
            #expect(applied == Set(rows.indices), "\(call)")
        }
    }

    @Test(
        "allow a status at any place, and nothing else",
        arguments: [
            (["status(N010)", #"setAuthenticationStatus(1, "")"#], true),
            ([#"setAuthenticationStatus(1, "")"#, "status(N010)"], true),
            ([#"setAuthenticationStatus(1, "")"#], false),
            (["status(N010)", "status(N000)", #"setAuthenticationStatus(1, "")"#], false),
            (["status(N010)"], false), (["status(N500)", #"setAuthenticationStatus(1, "")"#], false),
        ])
    func judgement(callbacks: [String], isAllowed: Bool) throws {
        let allowed = try CookbookSituation(named: "degradation=AuthNAll").outcomes(of: .getAuthentication)
        #expect(try SituationRunner.allows(callbacks.map(Self.callback), by: allowed) == isAllowed)
    }

    private static func callback(_ text: String) -> ReceivedCallback {
        text.hasPrefix("status(")
            ? ReceivedCallback(.status, [["errorId": .string(String(text.dropFirst(7).dropLast()))]])
            : ReceivedCallback(.setAuthenticationStatus, [1, ""])
    }
}

extension CookbookCell {
    /// The name of the cell as a situation of the product.
    fileprivate var situationName: String {
        let parts = [
            ("platform", platform.rawValue, "iOS"), ("access", access.rawValue, "granted"),
            ("account", account == .none ? "signedOut" : account == .valid ? "signedIn" : "expired", "signedIn"),
            ("integration", integrationEnabled ? "enabled" : "disabled", "enabled"),
            ("singleSignOn", singleSignOn ? "enabled" : "disabled", "enabled"),
            ("degradation", degraded ? "AuthNAll" : "none", "none"),
            ("response", outcome == "none" ? "valid" : outcome, "valid"),
        ]
        let named = parts.filter { $0.1 != $0.2 }.map { "\($0.0)=\($0.1)" }
        return named.isEmpty ? "baseline" : named.joined(separator: "/")
    }
}
