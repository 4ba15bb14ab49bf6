import Foundation
import SimulatedDevice
import TVSimulator
import Testing

/// Devices that are made for one command.
@Suite("A device that is made for one process")
struct TemporaryDeviceTests {
    @Test("leaves alone what another process of the same number has, and replaces what a killed one left")
    func names() throws {
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-temporary-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let library = DeviceLibrary(environment: ["TVSIM_HOME": home.path])
        let first = try TemporaryDevice("exec-1", from: .builtIn, in: library)
        var second: TemporaryDevice? = try TemporaryDevice("exec-1", from: .builtIn, in: library)
        #expect(first.name == "exec-1" && second?.name == "exec-1-2")
        #expect(try library.names() == ["exec-1", "exec-1-2"])

        // As a process that is killed: nobody holds its device any more, and it has not removed it.
        let killed = World(store: try #require(try second?.open()))
        try killed.perform(.setPermission(bundleID: "com.example.app", .denied))
        second = nil
        let third = try TemporaryDevice("exec-1", from: .builtIn, in: library)
        #expect(third.name == "exec-1-2")
        let permissions = try World(store: third.open()).device.permissions()
        #expect(!permissions.values.contains(.denied))

        try first.discard()
        try third.discard()
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.files.folder).isEmpty)
        // Somebody else may have deleted it, and made another one in its place.
        try third.discard()
        try library.create("exec-1", from: nil)
        try first.discard()
        #expect(try library.names() == ["exec-1"])
    }
}
