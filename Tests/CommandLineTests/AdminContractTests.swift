import Foundation
import TestSupport
import Testing

/// Tests the admin API with requests that schemathesis generates from the OpenAPI document.
@Suite("The contract of the admin API", .waitsForPrograms)
struct AdminContractProgramTests {
    /// The configuration of schemathesis.
    ///
    /// The timeout of a wait for a journal entry is short. Some operations may reject valid requests. The document does
    /// not say which names and requests exist in a world, which texts are certificates or dates of the calendar, that
    /// the served world cannot be removed, or that `secrets` needs `messages`.
    private static let configuration = """
        [parameters]
        "query.timeout" = "1s"
        "query.wait" = "1s"
        [[operations]]
        include-operation-id = ["perform", "importState", "listIntegrations", "showStatement", "removeWorld", "makeWorld", \
            "readMetadataRequest", "cancelMetadataRequest", "actInInterface", "updateUserAccount", \
            "checkAccessStatus", "enqueueMetadataRequest", "requestAutoSignInAuthorization", \
            "setCurrentSubscription", "issueResponse", "validateResponse", "verifyToken", "openWorld", \
            "listSituations", "listFaultOperations", "listSituationsOfProfile", "setOutcome", "listRequests"]
        [operations.checks.positive_data_acceptance]
        enabled = false

        """

    @Test("holds for generated requests")
    func generatedRequests() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.configuration, to: "schemathesis.toml")
        // The boundary values of each schema are 5,800 requests, which take four fifths of the time.
        let phases = Thoroughness.isFull ? "examples,coverage,fuzzing,stateful" : "examples,fuzzing,stateful"
        let command = """
            '\(try TestSupport.Tool.judge("schemathesis"))' --config-file '\(file)' run "$TVSIM_ADMIN_URL/openapi.json" \
            --url "$TVSIM_URL" --max-examples \(Thoroughness.isFull ? 15 : 6) --phases \(phases) --seed 1 --request-timeout 20 --generation-database none --no-color
            """
        let outcome = try tool.run("exec", "--worlds", "open", "--", "sh", "-c", command)
        #expect(outcome.status == 0, "\(outcome.output.suffix(4000)) \(outcome.error)")
        #expect(outcome.output.contains("generated"))
    }
}
