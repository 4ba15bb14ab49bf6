import Foundation
import TestSupport
import Testing

/// Tests `--tls`: the server's certificate, the clients that accept it, and the certificate authority.
@Suite("A server with --tls", .waitsForPrograms)
struct ServeTLSProgramTests {
    @Test("is accepted only by clients that trust its authority")
    func clients() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, ["--tls", "--locator", "where.json"])
        let authority = tool.home.appending(path: "ca.pem").path
        #expect(server.location.url.hasPrefix("https://127.0.0.1:"))
        #expect(server.location.admin == server.location.url + "/_sim/v1")
        #expect(server.location.certificateAuthority == authority)
        let locator = try Data(contentsOf: tool.home.appending(path: "where.json"))
        let located = try JSONDecoder().decode(Serving.Location.self, from: locator)
        #expect(located.certificateAuthority == authority && located.url == server.location.url)

        let health = "\(server.location.admin)/health"
        #expect(
            try tool.shell("curl -s --cacert '\(authority)' '\(health)'", in: tool.home).contains(#""status":"ok""#))
        #expect(try tool.shell("curl -s '\(health)'; echo $?", in: tool.home) == "60\n")
        let script = Repository.root.appending(path: "Tests/CommandLineTests/Clients/strict.py").path
        let strict = try TestSupport.Tool.run(TestSupport.Tool.python, [script, health, authority])
        #expect(strict.output == "good\n", "\(strict.error)")
        // URLs in metadata have the scheme and address of this server.
        let metadata = "\(server.location.url)/mvpd/Cablevision/metadata"
        let described = try tool.shell("curl -s --cacert '\(authority)' '\(metadata)'", in: tool.home)
        #expect(described.contains("Location=\"\(server.location.url)/"), "\(described)")
        // A plain HTTP request gets no response and does not affect the server.
        let plain = health.replacingOccurrences(of: "https:", with: "http:")
        #expect(try tool.shell("curl -s '\(plain)' || echo none", in: tool.home) == "none\n")
        #expect(
            try tool.shell("curl -s --cacert '\(authority)' '\(health)'", in: tool.home).contains(#""status":"ok""#))

        let outcome = try server.end()
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "where.json").path))
    }

    @Test("creates its authority once, with a private key file")
    func once() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The servers start at the same time in an empty home folder.
        let servers = try (0..<6).map { _ in
            try tool.start(["serve", "--tls", "--port", "0", "--profile", Self.profile])
        }
        let authority = tool.home.appending(path: "ca.pem")
        for server in servers {
            let line = try server.firstLine()
            let location = try JSONDecoder().decode(Serving.Location.self, from: Data(line.utf8))
            #expect(location.certificateAuthority == authority.path)
            let curl = "curl -s --cacert '\(authority.path)' '\(location.admin)/health'"
            #expect(try tool.shell(curl, in: tool.home).contains(#""status":"ok""#))
        }
        for server in servers { kill(server.process.processIdentifier, SIGTERM) }
        for server in servers { #expect(try server.wait().status == 0) }
        let certificate = try Data(contentsOf: authority)
        #expect(try tool.run(["exec", "--tls", "--", "true"]).status == 0)
        #expect(try Data(contentsOf: authority) == certificate)
        func mode(_ name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: tool.home.appending(path: name).path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
        #expect(try mode("ca.key") == 0o600)
        #expect(try mode("ca.pem") == 0o644)
        let files = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
        #expect(Set(files).isSubset(of: ["ca.key", "ca.pem", "devices", "streams"]), "\(files)")
        let judge = "openssl x509 -in ca.pem -noout -ext basicConstraints,keyUsage"
        let shown = try tool.shell(judge, in: tool.home)
        #expect(shown.contains("CA:TRUE, pathlen:0") && shown.contains("Certificate Sign"))
    }

    @Test("has a certificate for the host that it listens on", arguments: ["127.0.0.2", "localhost"])
    func host(_ host: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, ["--tls", "--host", host])
        let curl = "curl -s --cacert ca.pem '\(server.location.admin)/health'"
        #expect(try tool.shell(curl, in: tool.home).contains(#""status":"ok""#))
        #expect(try server.end().status == 0)
    }

    @Test("sets TVSIM_CA for a command only with --tls")
    func exec() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = #"echo "$TVSIM_CA ${SSL_CERT_FILE-unset}"; curl -s --cacert "$TVSIM_CA" "$TVSIM_ADMIN_URL/health""#
        let outcome = try tool.run("exec", "--tls", "--", "sh", "-c", script)
        // The trust settings of other programs must not change.
        let believed = ProcessInfo.processInfo.environment["SSL_CERT_FILE"] ?? "unset"
        #expect(outcome.output.hasPrefix("\(tool.home.path)/ca.pem \(believed)\n"))
        #expect(outcome.output.contains(#""status":"ok""#))
        // A nested command must not use the certificate authority of the outer server.
        let inner = "'\(try TestSupport.Tool.built().path)' exec -- sh -c 'echo ${TVSIM_CA-none} $TVSIM_URL'"
        #expect(try tool.run("exec", "--tls", "--", "sh", "-c", inner).output.hasPrefix("none http://"))
    }

    @Test("stores its authority in the folder to which the system resolves TVSIM_HOME")
    func linkedHome() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = """
            mkdir -p real/sub; ln -s real/sub link; export TVSIM_HOME=link/../h
            tvsim exec --tls -- sh -c 'cd / && curl -s --cacert "$TVSIM_CA" -o /dev/null -w "%{http_code}\\n" "$TVSIM_URL/none"'
            ls real/h; ls -d h
            """
        let shown = try tool.shell(line, in: tool.home)
        #expect(shown.hasPrefix("404\nca.key\nca.pem\ndevices\n"), "\(shown)")
    }

    @Test("that cannot start prints one line: the authority is damaged, or the folder cannot be written")
    func refusals() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("garbage", to: "ca.pem")
        _ = try tool.write("garbage", to: "ca.key")
        _ = try tool.shell("chmod 600 ca.key", in: tool.home)
        for command in [["serve", "--tls", "--port", "0"], ["exec", "--tls", "--", "true"]] {
            let outcome = try tool.run(command)
            #expect(outcome.status == 65)
            #expect(outcome.output == "")
            #expect(outcome.errorLines.count == 1)
            #expect(
                outcome.error.hasPrefix("tvsim: '\(tool.home.path)/ca.pem' does not contain a PEM certificate; delete"))
        }
        // Without TLS, the files are not read.
        #expect(try tool.run(["exec", "--", "true"]).status == 0)
        let missing = try tool.shell(
            "TVSIM_HOME=/dev/null/x tvsim serve --tls --port 0 --profile '\(Self.profile)'; echo $?", in: tool.home)
        #expect(missing == "tvsim: the directory '/dev/null/x' cannot be created: Not a directory\n73\n")
    }

    @Test("reports a host that no certificate can name as without TLS")
    func hostBeyondASCII() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for options in [[], ["--tls"]] {
            let outcome = try tool.run(
                ["serve", "--port", "0", "--host", "café", "--allow-remote", "--open-admin"] + options)
            #expect(outcome.status == 74)
            #expect(outcome.error == "tvsim: 'café' is not an address of this machine\n")
        }
    }

    private static let profile = Repository.root.appending(path: "Profiles/granted-signed-in.yaml").path
}
