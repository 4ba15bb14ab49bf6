import Foundation
import Logging
import ServiceLifecycle
import TVSimRuns
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("The address of a server")
struct ServerLocationTests {
    @Test(
        "that listens everywhere is the loopback address for programs of its machine",
        arguments: [
            ("0.0.0.0", "http://127.0.0.1:80"), ("::", "http://[::1]:80"), ("127.0.0.2", "http://127.0.0.2:80"),
            ("sim.test", "http://sim.test:80"),
        ])
    func here(host: String, url: String) {
        let location = ServerLocation(host: host, port: 80).onThisMachine
        #expect(location.url == url && location.admin == url + "/_sim/v1")
        #expect(
            ServerLocation(host: host, port: 80, certificateAuthority: "ca").onThisMachine.certificateAuthority == "ca")
    }

    @Test("has the host that clients use, if there is one")
    func named() {
        let location = ServerLocation(host: "0.0.0.0", port: 8443, certificateAuthority: "ca.pem")
        #expect(location.named(nil) == location)
        #expect(
            location.named("::2") == ServerLocation(host: "::2", port: 8443, certificateAuthority: "ca.pem"))
        #expect(location.named("sim").admin == "https://sim:8443/_sim/v1")
    }

    @Test("is the first line of the output and, with the process, a locator file")
    func texts() throws {
        let plain = ServerLocation(host: "127.0.0.1", port: 80)
        let secure = ServerLocation(host: "127.0.0.1", port: 80, certificateAuthority: "ca.pem")
        #expect(try plain.line().hasSuffix("}\n"))
        #expect(
            try JSONValue(json: Data(plain.line().utf8))
                == ["url": "http://127.0.0.1:80", "admin": "http://127.0.0.1:80/_sim/v1"])
        #expect(
            try JSONValue(json: Data(secure.line().utf8)) == [
                "url": "https://127.0.0.1:80", "admin": "https://127.0.0.1:80/_sim/v1",
                "certificateAuthority": "ca.pem",
            ])
        for location in [plain, secure] {
            let locator = try location.locator(processID: 4711)
            #expect(locator.hasSuffix("}\n") && ServerLocation.processID(inLocator: locator) == 4711)
            let ca = location.certificateAuthority.map { JSONValue.string($0) }
            #expect(try JSONValue(json: Data(locator.utf8))["certificateAuthority"] == ca)
        }
    }

    @Test(
        "is not read from a file that is no locator",
        arguments: [
            "", "{}", "[1]", #"{"url": "http://a:1", "admin": "http://a:1/_sim/v1"}"#,
            #"{"url": "http://a:1", "admin": "http://b:1/_sim/v1", "pid": 1}"#,
            #"{"url": "http://a:1", "admin": "http://a:1/_sim/v1", "pid": "1"}"#,
            #"{"url": "http://a:1", "admin": "http://a:1/_sim/v1", "pid": 2147483648}"#,
        ])
    func foreign(text: String) {
        #expect(ServerLocation.processID(inLocator: text) == nil)
    }

    @Test(
        "is refused if its port is no port, or if others could reach it and nobody allowed that",
        arguments: [
            ("127.0.0.1", -1, true, "invalid port '-1'"), ("127.0.0.1", 65_536, true, "invalid port '65536'"),
            ("0.0.0.0", 0, false, "use --allow-remote"), ("sim.test", 0, false, "use --allow-remote"),
        ])
    func refused(host: String, port: Int, allowsRemote: Bool, words: String) {
        let error = #expect(throws: CommandError.self) {
            try SimulatorServer.Address(host: host, port: port, allowsRemote: allowsRemote)
        }
        #expect(error?.code == .invalid && error?.reason.contains(words) == true)
    }

    @Test("may be written with brackets, and may be the last port")
    func accepted() throws {
        #expect(try SimulatorServer.Address(host: "[::1]", port: 0, allowsRemote: false).host == "::1")
        #expect(try SimulatorServer.Address(host: "0.0.0.0", port: 65_535, allowsRemote: true).port == 65_535)
    }

    /// Runs a server that cannot begin to listen, and returns why.
    private static func failure(_ host: String, _ port: Int) async throws -> CommandError? {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = SimulatorServer(
            worlds: SimulatedWorlds(serving: World(store: try World.state(of: .builtIn)), sdk: SimulatedSDK()),
            at: try SimulatorServer.Address(host: host, port: port, allowsRemote: true), logger: logger
        ) { _ in Issue.record("the server listens") }
        do {
            try await ServiceGroup(services: [server], logger: logger).run()
            return nil
        } catch {
            return error as? CommandError
        }
    }

    @Test("that another program has, or that is not of this machine, ends the server with the reason")
    func taken() async throws {
        let listener = try Listener()
        let taken = try await Self.failure("127.0.0.1", Int(listener.port))
        #expect(taken?.code == .inputOutput)
        #expect(taken?.reason == "port \(listener.port) on 127.0.0.1 is in use; '--port 0' selects a free port")
        // An address of a network for documentation, which no machine has (RFC 5737).
        let foreign = try await Self.failure("192.0.2.1", 0)
        #expect(foreign?.reason.hasPrefix("cannot listen on port 0 of 192.0.2.1: ") == true, "\(foreign?.reason ?? "")")
        let unknown = try await Self.failure("no-such-host.invalid", 0)
        #expect(unknown?.reason == "'no-such-host.invalid' is not an address of this machine")
    }
}
