import Foundation
import TVSimStateSQLite
import TVSimStateStorage
import TestSupport
import Testing

@Suite("A backup of a device", .waitsForPrograms)
struct DeviceBackupTests {
    @Test("has the device, its isolated worlds and the journals, with changes that are not in the device's file yet")
    func whole() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("device create phone").status == 0)
        #expect(try tool.line("device create phone/w").status == 0)
        // A program that uses the device leaves the changes in the write-ahead log.
        let other = try SQLiteStateStore(path: tool.devicePath("phone"), creating: false)
        _ = try other.read { try $0.names(withPrefix: "") }
        for line in ["permission grant --device phone", "permission deny --device phone/w"] {
            #expect(try tool.line(line).error == "")
        }
        #expect(FileManager.default.fileExists(atPath: tool.devicePath("phone") + "-wal"))
        #expect(try tool.line("device backup copy.sqlite --device phone") == .init(status: 0, output: "", error: ""))
        withExtendedLifetime(other) {}
        #expect(try tool.mode(of: "copy.sqlite") == "600")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.home.path).sorted() == ["copy.sqlite", "devices"])

        // The copy is a store, and in the directory of the devices a device.
        try FileManager.default.copyItem(
            atPath: tool.home.path + "/copy.sqlite", toPath: tool.devicePath("again"))
        for (world, permission) in [("", "granted\n"), ("/w", "denied\n")] {
            let store = ["TVSIM_STORE": tool.home.path + "/copy.sqlite"]
            for command in ["device export -", "journal show", "permission show com.example.stream"] {
                let words = command.split(separator: " ").map(String.init) + ["--device"]
                let original = try tool.run(words + ["phone\(world)"])
                #expect(original.status == 0 && !original.output.isEmpty, "\(command)")
                #expect(try tool.run(words + ["default\(world)"], adding: store) == original, "\(command)")
                #expect(try tool.run(words + ["again\(world)"]) == original, "\(command)")
            }
            #expect(
                try tool.line("permission show com.example.stream --device again\(world)").output == permission)
        }
    }

    @Test("removes the incomplete copies that killed backups have left, and no other file")
    func abandoned() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("device create phone").status == 0)
        let left = [".a.sqlite.1.tvsim-backup", ".a.sqlite.1.tvsim-backup-journal", ".b.2.tvsim-backup"]
        let kept = [".c.sqlite.3.tvsim-backup", ".d.sqlite.4.new", "e.tvsim-backup", "there"]
        for name in left + kept { _ = try tool.write("mine", to: name) }
        // Another backup, which goes on, has locked its copy.
        let other = open(tool.home.path + "/" + kept[0], O_RDONLY | O_CLOEXEC)
        #expect(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
        defer { close(other) }
        #expect(try tool.line("device backup copy.sqlite --device phone") == .init(status: 0, output: "", error: ""))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.home.path).sorted()
                == (kept + ["copy.sqlite", "devices"]).sorted())
    }

    static let refusals: [(line: String, status: Int32, reason: String)] = [
        ("device backup there --device phone", 73, "the file 'there' already exists: choose another name"),
        ("device backup devices/phone.sqlite --device phone", 73, "already exists"),
        ("device backup none/x --device phone", 73, "the file 'none/x' cannot be created: No such file or directory"),
        ("device backup x --device phone/w", 64, "'phone/w' is an isolated world: back up its device"),
        ("device backup x --device tablet", 66, "device 'tablet' not found"),
    ]

    @Test("is refused in one line, and leaves no file", arguments: refusals)
    func refused(_ line: String, _ status: Int32, _ reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("device create phone").status == 0)
        _ = try tool.write("mine", to: "there")
        let outcome = try tool.line(line)
        #expect(outcome.status == status)
        #expect(outcome.error.contains(reason) && outcome.errorLines.count == 1, "\(outcome.error)")
        #expect(try tool.read("there") == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path).sorted() == ["devices", "there"])
    }

    @Test("and any other store is not made in a directory that does not exist, which may be misspelt")
    func misspeltFolder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = tool.home.path + "/none/phone.sqlite"
        for line in ["device show", "permission deny"] {
            let outcome = try tool.run(line.split(separator: " ").map(String.init), adding: ["TVSIM_STORE": file])
            #expect(outcome.status == 73, "\(line)")
            #expect(
                outcome.error
                    == "tvsim: the directory '\(tool.home.path)/none' of the store does not exist: create it, "
                    + "or correct --store or TVSIM_STORE\n")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path) == [])
    }
}
