import Foundation
import NIOCore
import TVSimEntitlementAPI
import TVSimServer
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// Tests clients with unsupported protocols, and the files of the certificate authority.
@Suite("A server that speaks TLS", .waitsForPrograms)
struct TLSTests {
    private static let today = Date(timeIntervalSince1970: 1_800_000_000)

    /// Calls a closure with a temporary folder.
    private static func inFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-tls-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }

    private static func refusal(_ folder: String, at now: Date = today) -> CommandError? {
        #expect(throws: CommandError.self) { _ = try ServerTLS(home: folder, host: "127.0.0.1", at: now) }
    }

    @Test("speaks TLS 1.2 and 1.3, and nothing older", arguments: ["-tls1", "-tls1_1", "-tls1_2", "-tls1_3"])
    func versions(option: String) async throws {
        try await Self.inFolder { folder in
            let tls = try ServerTLS(home: folder, host: "127.0.0.1")
            try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server in
                let place = String(server.location.url.dropFirst("https://".count))
                let judged = try await Self.off {
                    // This client accepts old protocol versions too, so only the server can reject them.
                    try Tool.run(
                        "openssl",
                        [
                            "s_client", "-connect", place, option, "-cipher", "ALL:@SECLEVEL=0", "-CAfile",
                            tls.certificateAuthority,
                        ])
                }
                #expect((judged.status == 0) == ["-tls1_2", "-tls1_3"].contains(option), "\(judged.error)")
            }
        }
    }

    @Test("has a certificate for further names, so that a client finds it under the vendor's name")
    func names() async throws {
        try await Self.inFolder { folder in
            let names = ["sp.auth.adobe.com", "tvsim", "localhost"]
            let tls = try ServerTLS(home: folder, host: "127.0.0.1", names: names)
            try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server in
                let port = server.location.url.split(separator: ":").last ?? ""
                for (name, expected) in [("sp.auth.adobe.com", "200"), ("tvsim", "200"), ("api.auth.adobe.com", "000")]
                {
                    let judged = try await Self.off {
                        try Tool.run(
                            "curl",
                            [
                                "-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", tls.certificateAuthority,
                                "--connect-to", "::127.0.0.1:\(port)",
                                "https://\(name):\(port)/api/v2/authenticate/REF30/ABCDEFG",
                            ])
                    }
                    // The page of an unknown code; 000 is a connection that the client refused.
                    #expect(judged.output == (expected == "200" ? "400" : expected), "\(name): \(judged.output)")
                }
            }
        }
    }

    @Test(
        "has a certificate for at most 397 days, and not longer than the authority", arguments: [3_640, 0])
    func validity(authoritysAge: Int) async throws {
        try await Self.inFolder { folder in
            let now = Date()
            _ = try ServerTLS(
                home: folder, host: "127.0.0.1", at: now.addingTimeInterval(-86_400 * Double(authoritysAge)))
            let tls = try ServerTLS(home: folder, host: "127.0.0.1", at: now)
            try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server in
                let place = String(server.location.url.dropFirst("https://".count))
                let own = try await Self.off { try Tool.run("openssl", ["s_client", "-connect", place]).output }
                /// Returns whether a certificate will still be valid in some days.
                func holds(_ certificate: String, days: Int) throws -> Bool {
                    try Tool.run(
                        "openssl", ["x509", "-noout", "-checkend", "\(days * 86_400)"], input: Data(certificate.utf8)
                    ).status == 0
                }
                let last = authoritysAge == 0 ? 397 : 10
                #expect(try holds(own, days: last - 1) && !holds(own, days: last + 1))
            }
        }
    }

    @Test("uses its authority while it is valid, and reports it afterwards")
    func dates() async throws {
        try await Self.inFolder { folder in
            let day: TimeInterval = 86_400
            let first = try ServerTLS(home: folder, host: "127.0.0.1", at: Self.today)
            let kept = try String(contentsOfFile: first.certificateAuthority, encoding: .utf8)
            for days in [0, 1, 3_649] {
                _ = try ServerTLS(
                    home: folder, host: "127.0.0.1", at: Self.today.addingTimeInterval(Double(days) * day))
                #expect(try String(contentsOfFile: first.certificateAuthority, encoding: .utf8) == kept)
            }
            for days in [-2.0, 3_651.0] {
                let refusal = Self.refusal(folder, at: Self.today.addingTimeInterval(days * day))
                #expect(refusal?.reason.contains("'\(folder)/ca.pem' has expired or is not valid yet; delete") == true)
            }
        }
    }

    static let damages: [(file: String, text: String?, reason: String)] = [
        ("ca.pem", "garbage", "does not contain a PEM certificate"),
        ("ca.pem", "", "does not contain a PEM certificate"),
        ("ca.pem", TestKeys.provider.certificate, "does not match the certificate 'ca.pem'"),
        ("ca.key", "garbage", "does not contain a PEM private key of the curve P-256"),
        ("ca.key", TestKeys.provider.privateKey, "does not contain a PEM private key of the curve P-256"),
        ("ca.key", TestKeys.prime256v1.privateKey, "does not match the certificate 'ca.pem'"),
        ("ca.key", nil, "exists, but its key 'ca.key' is missing"),
    ]

    @Test("reports a damaged authority in one line, and changes nothing", arguments: damages)
    func damaged(file: String, text: String?, reason: String) async throws {
        try await Self.inFolder { folder in
            _ = try ServerTLS(home: folder, host: "127.0.0.1", at: Self.today)
            let path = "\(folder)/\(file)"
            try FileManager.default.removeItem(atPath: path)
            try text?.write(toFile: path, atomically: true, encoding: .utf8)
            let refusal = try #require(Self.refusal(folder))
            #expect(refusal.code == .malformed)
            #expect(refusal.reason.contains(reason), "\(refusal.reason)")
            #expect(refusal.reason.contains("delete 'ca.pem' and 'ca.key'"))
            #expect((try? String(contentsOfFile: path, encoding: .utf8)) == text)
        }
    }

    @Test("creates an unfinished authority again, with a private key file")
    func unfinished() async throws {
        try await Self.inFolder { folder in
            _ = try ServerTLS(home: folder, host: "127.0.0.1", at: Self.today)
            let old = try String(contentsOfFile: "\(folder)/ca.key", encoding: .utf8)
            try FileManager.default.removeItem(atPath: "\(folder)/ca.pem")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/ca.key")
            _ = try ServerTLS(home: folder, host: "127.0.0.1", at: Self.today)
            #expect(try String(contentsOfFile: "\(folder)/ca.key", encoding: .utf8) != old)
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/ca.key")[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["ca.key", "ca.pem"])
        }
    }

    private static func curl(_ location: ServerLocation, _ path: String, _ options: String...) throws -> String {
        try Tool.run(
            "curl", ["-s", "--cacert", location.certificateAuthority ?? "", location.admin + path] + options
        ).output
    }

    /// Runs a closure that waits for a process outside the threads of the tasks, which the server in this process
    /// needs.
    private static func off<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async { done.resume(with: Swift.Result { try body() }) }
        }
    }
}

extension TLSTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("closes a connection without TLS, and continues")
        func strangers() async throws {
            try await TLSTests.inFolder { folder in
                let tls = try ServerTLS(home: folder, host: "127.0.0.1")
                var limits = ServerLimits()
                // The limit is long enough for a real client's handshake on a busy machine.
                limits.idle = .seconds(2)
                let world = World(store: try World.state(of: .builtIn))
                try await RunningServer.serving(world, tls: tls, limits: limits) { server in
                    #expect(server.location.url.hasPrefix("https://127.0.0.1:"))
                    let plain = Data("POST /_sim/v1/commands HTTP/1.1\r\nContent-Length: 9\r\n\r\n\"signOut\"".utf8)
                    let halfHello = Data([0x16, 3, 1, 2, 0, 1])
                    for (bytes, isWhole) in [
                        (plain, true), (plain, false), (Data(), true), (Data(), false), (halfHello, true),
                        (halfHello, false),
                        (Data(repeating: 0xff, count: 100_000), false),
                    ] {
                        // The server may send a TLS alert, but no HTTP.
                        let answer = (try? await server.client.raw(bytes, isWhole: isWhole)) ?? Data()
                        #expect(answer.range(of: Data("HTTP".utf8)) == nil)
                    }
                    let health = try await TLSTests.off { try TLSTests.curl(server.location, "/health") }
                    #expect(health.contains(#""status":"ok""#))
                    #expect(health.contains(#""certificateAuthority":"\#(tls.certificateAuthority)""#))
                    let journal = try await TLSTests.off { try TLSTests.curl(server.location, "/journal") }
                    #expect(journal.contains(#""count":0"#))
                }
            }
        }

        @Test("accepts requests of its own pages, and not of pages with another scheme")
        func origins() async throws {
            try await TLSTests.inFolder { folder in
                let tls = try ServerTLS(home: folder, host: "127.0.0.1")
                try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server in
                    let host = server.location.url.dropFirst("https://".count)
                    let own = try await TLSTests.off {
                        try TLSTests.curl(server.location, "/health", "-H", "Origin: https://\(host)")
                    }
                    #expect(own.contains(#""status":"ok""#))
                    let other = try await TLSTests.off {
                        try TLSTests.curl(server.location, "/health", "-H", "Origin: http://\(host)")
                    }
                    #expect(other.contains("pages of other origins"))
                }
            }
        }

        @Test("sets Secure on cookies only over TLS")
        func cookies() async throws {
            try await TLSTests.inFolder { folder in
                let cases: [(ServerTLS?, Bool)] = [
                    (try ServerTLS(home: folder, host: "127.0.0.1"), true), (nil, false),
                ]
                for (tls, isSecure) in cases {
                    try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server in
                        let query = try server.signInQuery()
                        let form = FormCoding.encode([
                            (name: "query", value: query), (name: "username", value: "alice"),
                            (name: "password", value: "secret"), (name: "action", value: "sign-in"),
                        ])
                        let answer = try await TLSTests.off {
                            try Tool.run(
                                "curl",
                                ["-s", "-D", "-", "--data", form, server.location.url + "/mvpd/Cablevision/sso"]
                                    + (tls.map { ["--cacert", $0.certificateAuthority] } ?? [])
                            ).output
                        }
                        let cookie = answer.split(whereSeparator: \.isNewline).first {
                            $0.lowercased().hasPrefix("set-cookie:")
                        }
                        #expect(cookie?.contains("HttpOnly") == true)
                        #expect(cookie?.contains("; Secure") == isSecure)
                    }
                }
            }
        }
    }
}
