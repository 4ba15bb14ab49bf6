import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import Testing

/// The cookbook's decision table: access × account × integration × single sign-on × degradation × SAML outcome ×
/// platform, 2496 cells.
@Suite(.timeLimit(.minutes(5))) struct CookbookDecisionTableTests {
    static let rows = CookbookCell.Access.allCases.flatMap { access in
        CookbookCell.Account.allCases.map { account in (access, account) }
    }

    @Test(
        "the callbacks of every cell match the documented conditions", arguments: rows, CookbookCell.Platform.allCases
    )
    func cells(row: (CookbookCell.Access, CookbookCell.Account), platform: CookbookCell.Platform) async throws {
        for cell in CookbookCell.cells(row.0, row.1, platform) {
            let profile = try #require(try ProfileDecoder.decode(text: cell.profile, source: "cell").first)
            let report = try await ProfileRunner().run(profile)
            let callbacks = report.steps.map { step in
                step.callbacks.filter { !$0.isTracking }.map(\.text)
            }
            #expect(callbacks[0] == cell.setRequestor, "setRequestor: \(cell)")
            #expect(callbacks[1] == cell.checkAuthentication, "checkAuthentication: \(cell)")
            #expect(callbacks[2] == cell.getAuthentication, "getAuthentication: \(cell)")
        }
    }

    /// In the cells above `setRequestor` has exchanged already what there is to exchange.
    @Test(
        "getAuthentication performs the exchange if access is granted only after setRequestor",
        arguments: CookbookCell.Account.allCases, CookbookCell.Platform.allCases)
    func laterAccess(account: CookbookCell.Account, platform: CookbookCell.Platform) async throws {
        var exchanges = 0
        for cell in CookbookCell.cells(.granted, account, platform) {
            let profile = try #require(
                try ProfileDecoder.decode(text: cell.profileOfLaterAccess, source: "cell").first)
            let report = try await ProfileRunner().run(profile)
            let callbacks = report.steps.map { step in
                step.callbacks.filter { !$0.isTracking }.map(\.text)
            }
            #expect(callbacks[0] == ["status(VSA403)", "setRequestorComplete(1)"], "\(cell)")
            #expect(callbacks[2] == cell.getAuthentication, "\(cell)")
            exchanges +=
                report.steps[2].effect.requests.count { $0.endpoint == .partnerProfile && $0.status == 201 }
        }
        #expect(exchanges == (account == .valid ? 1 : 0))
    }
}
