import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// Programs rely on what these tables list, and generated clients have a function for each operation.
@Suite("The operations of the admin API")
struct AdminOperationTests {
    /// Each operation: its method, its path, its name, its parameters (in the path, the query or a header), whether it
    /// has a body, and what it answers with if that is not JSON.
    private static let operations = """
        DELETE /framework/auto-sign-in-token deleteAutoSignInToken ?bundleID
        DELETE /framework/requests/{request} cancelMetadataRequest /request =nothing
        DELETE /journal forgetJournal =nothing
        DELETE /world removeWorld =nothing
        GET /deadlines listDeadlines
        GET /device showDevice
        GET /entitlement-openapi.json entitlementOpenAPI
        GET /evidence/report.html readReport ?entries =text/html
        GET /evidence/report.txt readReportText =text/plain
        GET /evidence/requests.har readArchive ?entries
        GET /explain explain ?call
        GET /explain/conditions explainConditions ?call
        GET /faults/catalog listFaultOperations ?operation ?contains
        GET /framework/auto-sign-in-token autoSignInToken ?bundleID
        GET /framework/interface showInterface
        GET /framework/requests/{request} readMetadataRequest /request ?wait
        GET /framework/user-accounts userAccounts ?bundleID ?options
        GET /health health
        GET /integrations listIntegrations ?requestor
        GET /journal readJournal ?after ?contains ?kind ?last ?limit
        GET /journal/events followJournal -Last-Event-ID ?lastEventID ?contains ?timeout ?flows =text/event-stream
        GET /journal/flow showFlow ?number
        GET /journal/flows listFlows ?after ?limit ?verdict ?app ?mvpd ?lane ?trace ?contains
        GET /journal/text readJournalText ?after ?contains ?kind ?last ?limit =text/plain
        GET /journal/wait awaitJournal ?after ?contains ?kind ?last ?limit ?timeout
        GET /openapi.json openAPI
        GET /providers listProviders
        GET /requests listRequests ?endpoint ?path ?number ?after ?contains ?last ?limit ?messages ?secrets
        GET /rules judgeRules ?failOn
        GET /saml/defects listDefects
        GET /settings listSettings ?changed ?unusual ?group ?provider ?mvpd
        GET /situations listSituations ?platform ?access ?account ?integration ?singleSignOn ?boarding \
        ?degradation ?response ?fault ?picker ?token ?start ?accessBefore
        GET /state exportState
        GET /statement showStatement ?bundleID ?requestors ?expires
        GET /view showView
        GET /worlds listWorlds ?after ?limit ?summary
        GET /worlds/rules judgeWorlds ?failOn
        GET /worlds/{name}/evidence readEvidence /name =application/octet-stream
        POST /commands perform -Prefer +body
        POST /framework/access-status checkAccessStatus +body
        POST /framework/account-metadata enqueueMetadataRequest +body
        POST /framework/auto-sign-in-authorization requestAutoSignInAuthorization +body
        POST /framework/auto-sign-in-token updateAutoSignInToken +body
        POST /framework/current-subscription setCurrentSubscription +body =nothing
        POST /framework/interface actInInterface +body
        POST /framework/user-accounts updateUserAccount +body
        POST /reset reset =nothing
        POST /saml/issue issueResponse +body
        POST /saml/validate validateResponse +body
        POST /situations listSituationsOfProfile +body
        POST /token/verify verifyToken +body
        POST /worlds openWorld +body
        PUT /state importState +body =nothing
        PUT /world makeWorld +body =nothing
        PUT /world/outcome setOutcome +body =nothing
        """

    @Test("have their paths, names, parameters and bodies")
    func names() throws {
        let found = AdminRoutes.all.map { route in
            let parameters = route.parameters.map { parameter in
                (route.isInPath(parameter) ? "/" : parameter.isHeader ? "-" : "?") + parameter.name
            }
            let body = route.body == nil ? [] : ["+body"]
            let answer = route.answer.map { $0.type == "application/json" ? [] : ["=\($0.type)"] } ?? ["=nothing"]
            return ([route.method.rawValue, route.path.text, route.operation] + parameters + body + answer)
                .joined(separator: " ")
        }
        #expect(found.sorted() == Self.operations.split(separator: "\n").map(String.init))
    }

    /// The operations that concern no world, or a world that must exist already, or that make the world themselves.
    private static let withoutWorld: Set<String> = [
        "cancelMetadataRequest",
        "deleteAutoSignInToken",
        "followJournal",
        "forgetJournal",
        "judgeWorlds",
        "listSituations",
        "listSituationsOfProfile",
        "makeWorld",
        "readEvidence",
        "removeWorld",
        "setOutcome",
    ]

    @Test("make a missing world that they need, and no other")
    func worlds() async throws {
        try await RunningServer.serving { server async throws in
            for (number, route) in AdminRoutes.all.enumerated() {
                let name = "world-\(number)"
                let path = route.path.text.replacing("{name}", with: name).replacing("{request}", with: "1")
                let isLong = path.hasSuffix("/wait") || path.hasSuffix("/events")
                _ = try await server.admin(route.method, path + (isLong ? "?timeout=1s" : ""), world: name)
                #expect(
                    try server.worlds.names().contains(name) == !Self.withoutWorld.contains(route.operation),
                    "\(route.operation)")
            }
        }
    }
}
