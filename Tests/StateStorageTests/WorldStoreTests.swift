import Foundation
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

@Suite("Stores of isolated worlds in memory or in a file")
struct WorldStoreTests {
    @Test("keep the promises of all isolated worlds", arguments: WorldPromises.all, [StoreForm.memory, .sqlite])
    func promises(promise: Promise, form: StoreForm) async throws { try await promise.hold(form) }

    @Test("in a device's file are visible to other processes, and do not change the device")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let device = try SQLiteStateStore(path: path, creating: true)
        try device.write { try $0.setValue("device", for: mark) }
        let world = device.worlds.store(of: "one", making: WorldPromises.marked("new"))
        try world.write { state in
            try state.setValue("kept", for: mark)
            try state.appendLog("line")
        }
        let other = try SQLiteStateStore(path: path, creating: false)
        #expect(try other.worlds.names() == ["one"])
        #expect(try other.worlds.store(of: "one", making: nil).read { try $0.value(for: mark) } == "kept")
        #expect(try other.read { try $0.value(for: mark) } == "device")
        #expect(try other.read { try $0.log(from: 1) }.isEmpty)
        // Erasing the device is no business of theirs, and removing them none of the device.
        try other.write { try $0.removeAll(includingLog: true) }
        #expect(try world.read { try $0.value(for: mark) } == "kept")
        try other.worlds.remove("one")
        #expect(try world.read { try $0.value(for: mark) } == "new")
        // A file that is gone takes them along.
        try StoreFiles.remove(path)
        #expect(try device.worlds.names().isEmpty)
        #expect(try world.read { try $0.value(for: mark) } == "new")
    }
}
