import Foundation
import TestSupport
import Testing

/// The admin API against its own document, judged by schemathesis, which generates requests from it.
@Suite("The contract of the admin API", .waitsForPrograms)
struct AdminContractProgramTests {
    /// What schemathesis is told beside the document.
    ///
    /// Waiting for a decision that never comes is to be short. And a document says what names look like, not who exists in
    /// a world, nor that the one that is served cannot be removed: those operations may refuse what it allows.
    private static let configuration = """
        [parameters]
        "query.timeout" = "1s"
        [[operations]]
        include-operation-id = ["perform", "importState", "listIntegrations", "showStatement", "removeWorld", "makeWorld"]
        [operations.checks.positive_data_acceptance]
        enabled = false

        """

    @Test("holds for whatever is asked")
    func generatedRequests() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.configuration, to: "schemathesis.toml")
        let command = """
            '\(try TestSupport.Tool.judge("schemathesis"))' --config-file '\(file)' run "$TVSIM_ADMIN_URL/openapi.json" \
            --url "$TVSIM_URL" --max-examples 15 --seed 1 --request-timeout 20 --generation-database none --no-color
            """
        let outcome = try tool.run("exec", "--", "sh", "-c", command)
        #expect(outcome.status == 0, "\(outcome.output.suffix(4000)) \(outcome.error)")
        #expect(outcome.output.contains("generated"))
    }
}
