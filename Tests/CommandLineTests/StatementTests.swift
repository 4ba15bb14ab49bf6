import Foundation
import TestSupport
import Testing

/// Tests `tvsim statement`, and registrations with the statements that it prints.
@Suite("Software statements on the command line", .waitsForPrograms)
struct StatementTests {
    /// Runs a script beside a server of the device, with the functions of `Clients/register.sh`.
    private static func run(_ script: String) throws -> String {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let client = Repository.root.appending(path: "Tests/CommandLineTests/Clients/register.sh").path
        _ = try tool.write(". '\(client)'\n\(script)\n", to: "client")
        return try tool.shell("tvsim exec -- bash client", in: tool.home)
    }

    @Test("can be expired already, by a negative offset")
    func expired() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let expired = try tool.line("statement show --expires -1h").output
        #expect(try expired == tool.line("statement show --expires=-1h").output)
        #expect(try expired != tool.line("statement show --expires +1h").output)
    }

    @Test(
        "report an error in one line",
        arguments: [
            ("statement show 'not an app'", 64, "invalid bundle identifier 'not an app'"),
            ("statement revoke a..b", 64, "invalid bundle identifier 'a..b'"),
            ("statement renew ''", 64, "invalid bundle identifier ''"),
            ("statement show --requestor ''", 64, "invalid requestor ''"),
            ("statement revoke --requestor A,B", 64, "invalid requestor 'A,B'"),
            (
                "statement show --expires noon", 64,
                "invalid time 'noon': expected an instant (2026-01-01T00:00:00Z), an offset (+30d, -1s) or never"
            ),
            ("statement revok", 64, "unknown command 'revok'; did you mean 'revoke'?"),
        ])
    func refused(line: String, status: Int32, error: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.typed("tvsim \(line)")
        #expect(outcome.error.hasPrefix("tvsim: \(error)"), "\(outcome)")
        #expect(outcome.status == status && outcome.output == "" && outcome.errorLines.count == 1)
    }
}

extension StatementTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("are rejected after their revocation, and replaced by a renewed one")
        func revoked() throws {
            let printed = try run(
                """
                old=$(tvsim statement show); access=$(token "$(register "$old")"); configuration "$access" REF30 | grep -c '"requestor'
                tvsim statement revoke; tvsim explain setRequestor | tail -1
                tvsim statement show --format json | grep -o '"number":1.*"revoked":true'
                register "$old" | field error; configuration "$access" REF30 | field code
                tvsim device show | grep statement
                tvsim statement renew; tvsim device show | grep -c statement; tvsim statement show --format json | grep -o '"number":2.*"revoked":false'
                test "$old" != "$(tvsim statement show)"; echo $?; register "$old" | field error
                configuration "$(token "$(register "$(tvsim statement show)")")" REF30 | grep -c '"requestor'
                tvsim device show --format json | grep -c "$(tvsim statement show)"
                """)
            #expect(
                printed == """
                    1
                      to change that: tvsim statement renew com.example.stream
                    "number":1,"revoked":true
                    unapproved_software_statement
                    invalid_access_token_client_application
                    statement   com.example.stream revoked
                    0
                    "number":2,"revoked":false
                    0
                    unapproved_software_statement
                    1
                    1

                    """)
        }

        @Test("for some requestors allow only these, until they expire or are revoked")
        func limited() throws {
            let printed = try run(
                """
                statement=$(tvsim statement show --requestor OTHER --requestor MORE --expires +1h)
                configuration "$(token "$(register "$statement")")" REF30 | field code
                for plus in + %2B
                do curl -s "$TVSIM_ADMIN_URL/statement?requestors=OTHER,MORE&expires=${plus}1h" | grep -c "$statement"; done
                curl -s -d '{"revokeStatement": {"requestors": []}}' "$TVSIM_ADMIN_URL/commands" | grep -c 'list of requestors is empty'
                tvsim statement revoke --requestor MORE --requestor OTHER; register "$statement" | field error
                register "$(tvsim statement show)" | grep -c client_secret
                short=$(tvsim statement show com.example.news --expires +1h); tvsim clock advance 1h
                register "$short" | field error
                """)
            #expect(
                printed == """
                    invalid_access_token_service_provider
                    1
                    1
                    1
                    unapproved_software_statement
                    1
                    invalid_software_statement

                    """)
        }
    }
}
