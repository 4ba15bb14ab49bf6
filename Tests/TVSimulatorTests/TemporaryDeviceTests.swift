import Foundation
import TVSimDevice
import TVSimStateStorage
import TVSimWorld
import Testing

/// Devices that are made for one command.
@Suite("A device that is created for one process")
struct TemporaryDeviceTests {
    @Test("does not affect the devices of other processes, and is removed at the end")
    func names() throws {
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-temporary-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let library = DeviceLibrary(environment: ["TVSIM_HOME": home.path])
        let devices = try (0..<3).map { _ in try TemporaryDevice("exec-1", from: .builtIn, in: library) }
        #expect(devices.map(\.name) == ["exec-1", "exec-1-2", "exec-1-3"])
        #expect(try library.names() == devices.map(\.name))
        _ = try devices[1].open().read { try $0.documents() }
        for device in devices { try device.discard() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.files.folder).isEmpty)
    }

    @Test("is removed by the next one if its process was killed, and no device of a user is")
    func abandoned() throws {
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-temporary-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let library = DeviceLibrary(environment: ["TVSIM_HOME": home.path])
        try library.create("exec-7", from: nil)
        // The system drops the lease of a process that ends, as this scope does.
        do { _ = try TemporaryDevice("exec-1", from: .builtIn, in: library) }
        let live = try TemporaryDevice("exec-2", from: .builtIn, in: library)
        let next = try TemporaryDevice("exec-2", from: .builtIn, in: library)
        #expect(try library.names() == ["exec-2", "exec-2-2", "exec-7"])
        try live.discard()
        try next.discard()
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.files.folder) == ["exec-7.sqlite"])
    }
}
