import Foundation
import TestSupport
import Testing

@Suite("The secret of the admin API, on the command line", .waitsForPrograms)
struct AdminSecretProgramTests {
    /// A command that prints the statuses of an operation without the secret, with a wrong one and with the right one.
    private static let asks = """
        for header in X: 'Tvsim-Admin-Token: wrong' "Tvsim-Admin-Token: $TVSIM_ADMIN_TOKEN"; do
            curl -s -o answer -w '%{http_code} ' -H "$header" "$TVSIM_ADMIN_URL/device"
        done
        tvsim report --output page.html && tvsim health >health.json && echo "$(grep -c . health.json)"
        """

    @Test("comes from an option, a file or the environment, and reaches the command of exec")
    func sources() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let command = try tool.write(Self.asks, to: "asks.sh")
        _ = try tool.write("in-a-file\n", to: "secret.txt")
        for (before, options, secret) in [
            ("", "--admin-token as-option", "as-option"), ("", "--admin-token @secret.txt", "in-a-file"),
            ("TVSIM_ADMIN_TOKEN=of-environment", "--allow-remote --public-host sim.test", "of-environment"),
            ("TVSIM_ADMIN_TOKEN=of-environment", "--allow-remote --open-admin", "of-environment"),
            ("TVSIM_ADMIN_TOKEN=of-environment", "--admin-token as-option", "as-option"),
        ] {
            let line = "\(before) tvsim exec --fresh \(options) -- bash -c '. \"\(command)\"; echo $TVSIM_ADMIN_TOKEN'"
            let shown = try tool.shell(line, in: tool.home)
            #expect(shown == "401 401 200 1\n\(secret)\n", "\(before) \(options)")
        }
        // An open server asks for nothing, and an empty variable is none.
        for (before, options) in [("", ""), ("TVSIM_ADMIN_TOKEN=", "--public-host sim.test --open-admin")] {
            let line = "\(before) tvsim exec --fresh \(options) -- bash -c '. \"\(command)\"'"
            #expect(try tool.shell(line, in: tool.home).hasPrefix("200 200 200 "), "\(options)")
        }
    }

    @Test("is not in the arguments of the server, which other users of the machine can read")
    func hidden() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --fresh --admin-token a-secret -- bash -c 'tr "\\0" "\\n" </proc/$PPID/cmdline >arguments.txt'
            grep -c '^tvsim-server$' arguments.txt
            grep -c a-secret arguments.txt
            """
        #expect(try tool.shell(script, in: tool.home) == "1\n0\n")
    }

    @Test("is needed if clients of other machines may come; a start without it names both ways on")
    func needed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for command in ["serve --port 0", "exec"] {
            for option in ["--allow-remote", "--public-host sim.test", "--host 0.0.0.0 --allow-remote"] {
                let words = "\(command) \(option)" + (command == "exec" ? " -- true" : "")
                let outcome = try tool.run(words.split(separator: " ").map(String.init))
                #expect(outcome.status == 64, "\(words)")
                #expect(outcome.error.contains("--admin-token") && outcome.error.contains("--open-admin"))
            }
        }
        let missing = try tool.run(["exec", "--admin-token", "@missing.txt", "--", "true"])
        #expect(missing.status == 66 && missing.error.contains("file 'missing.txt' not found"), "\(missing.error)")
        let blank = try tool.write("two words\n", to: "blank.txt")
        let invalid = try tool.run(["exec", "--admin-token", "@\(blank)", "--", "true"])
        #expect(invalid.status == 64 && invalid.error.contains("blank.txt': expected 1 to 512"), "\(invalid.error)")
    }
}
