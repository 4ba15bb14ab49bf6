import Foundation
import TVSimStateSQLite
import TVSimStateStorage
import Testing

@testable import TVSimCore

@Suite("Identifiers")
struct IdentifierTests {
    @Test("a text's SHA-256 is that of FIPS 180-4's example, as long as asked")
    func digest() {
        #expect(Hexadecimal.sha256(of: "abc", octets: 4) == "ba7816bf")
        #expect(
            Hexadecimal.sha256(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        // Not in one place: a text that has been put together is digested like any other.
        #expect(Hexadecimal.sha256(of: ["a", "b", "c"].joined()) == Hexadecimal.sha256(of: "abc"))
    }

    @Test("bytes are two lower-case digits each")
    func digits() {
        #expect([UInt8]([0x00, 0x0f, 0xa5, 0xff]).hexadecimal == "000fa5ff")
        #expect([UInt8]().hexadecimal == "")
    }

    @Test("a UUID has version 4, and the same seed gives the same UUID")
    func uuid() throws {
        func draw() throws -> [String] {
            let identifiers = Simulation(store: MemoryStateStore()).identifiers
            try identifiers.reseed(7)
            return try (0..<20).map { _ in try identifiers.uuid() }
        }
        let drawn = try draw()
        for text in drawn {
            let form = try Regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
            #expect(try form.wholeMatch(in: text) != nil, "\(text)")
        }
        #expect(Set(drawn).count == 20)
        #expect(try draw() == drawn)
    }

    @Test("a new seed takes effect at the next identifier")
    func reseeded() throws {
        let identifiers = Simulation(store: MemoryStateStore()).identifiers
        try identifiers.reseed(7)
        let first = try identifiers.uuid()
        #expect(try identifiers.uuid() != first)
        try identifiers.reseed(7)
        #expect(try identifiers.uuid() == first)
        try identifiers.reseed(8)
        #expect(try identifiers.uuid() != first)
    }

    @Test("no identifier of a device repeats, and replacing the device starts them again")
    func replaced() throws {
        let store = MemoryStateStore()
        func open() -> IdentifierSource { Simulation(store: store).identifiers }
        let first = open()
        let before = try first.uuid()
        try store.write { try $0.removeAll(includingLog: false) }
        // Another process comes first after the replacement: the block of the one before must not be gone on with.
        let second = open()
        let drawn = try (0..<3_000).flatMap { _ in [try second.uuid(), try first.uuid()] }
        #expect(Set(drawn).count == 6_000)
        #expect(drawn[0] == before)
    }

    @Test("identifiers that were reserved for a device or a world are not used after it was created again")
    func madeAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tvsim-identifiers-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/device.sqlite"
        let device = try SQLiteStateStore(path: path, creating: true)
        let world = device.worlds.store(of: "a") { MemoryStateStore() }
        let removals: [@Sendable () throws -> Void] = [
            { try StoreFiles.remove(path) }, { try device.worlds.remove("a") },
        ]
        for (store, remove) in zip([device as any StateStore, world], removals) {
            let first = Simulation(store: store).identifiers
            let before = try first.uuid()
            try remove()
            let second = Simulation(store: store).identifiers
            let drawn = try (0..<10).flatMap { _ in [try second.uuid(), try first.uuid()] }
            #expect(Set(drawn).count == 20)
            #expect(drawn[0] == before)
        }
    }

    @Test("a code is capital letters and digits")
    func code() throws {
        let code = try Simulation(store: MemoryStateStore()).identifiers.code(length: 7)
        #expect(code.count == 7)
        #expect(code.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
    }

    @Test(
        "the path of an address begins after its host",
        arguments: [
            ("https://sp.example/a/b?c=d://e", "/a/b?c=d://e"), ("https://sp.example", "/"), ("/a/b", "/a/b"),
            ("http://[::1]:80/s/x", "/s/x"), ("", ""),
        ])
    func path(_ address: String, _ path: String) {
        #expect(ServedAddress.path(of: address) == path)
    }

    @Test(
        "the port of an address is what it names, else its scheme's, and nothing of the host's",
        arguments: [
            ("http://127.0.0.1:8080", "8080"), ("https://[::1]:80/s/x", "80"), ("http://[::1]", "80"),
            ("http://localhost/s/x:1", "80"), ("https://localhost:", "443"), (nil, nil),
        ] as [(String?, String?)])
    func port(_ base: String?, _ port: String?) {
        #expect(ServedAddress(base: base).port == port)
    }

    @Test(
        "secrets are recognized by their names in every spelling", arguments: ["token", "To-Ken", "client_secret"])
    func secrets(_ name: String) {
        #expect(Redaction.redact([name: "x"])[name]?.hasPrefix("<redacted ") == true)
        #expect(Redaction.redact(["mvpd": "x"]) == ["mvpd": "x"])
    }
}
