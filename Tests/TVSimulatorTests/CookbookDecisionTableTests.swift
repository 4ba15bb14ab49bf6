import TVSimulator
import Testing

/// The cookbook's decision table: access × account × integration × single sign-on × degradation × SAML outcome ×
/// platform, 2496 cells.
@Suite struct CookbookDecisionTableTests {
    static let rows = CookbookCell.Access.allCases.flatMap { access in
        CookbookCell.Account.allCases.map { account in (access, account) }
    }

    @Test(
        "every cell's callbacks are those of the documented conditions", arguments: rows, CookbookCell.Platform.allCases
    )
    func cells(row: (CookbookCell.Access, CookbookCell.Account), platform: CookbookCell.Platform) async throws {
        for cell in CookbookCell.cells(row.0, row.1, platform) {
            let profile = try #require(try ProfileDecoder.decode(text: cell.profile, source: "cell").first)
            let report = try await ProfileRunner().run(profile)
            let callbacks = report.steps.map { step in
                step.callbacks.map(\.text).filter { !$0.hasPrefix("sendTrackingData") }
            }
            #expect(callbacks[0] == cell.setRequestor, "setRequestor: \(cell)")
            #expect(callbacks[1] == cell.checkAuthentication, "checkAuthentication: \(cell)")
            #expect(callbacks[2] == cell.getAuthentication, "getAuthentication: \(cell)")
        }
    }
}
