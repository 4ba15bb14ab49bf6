import Foundation
import TestSupport
import Testing

/// Tests which device `tvsim device delete` removes; because it cannot be undone, the device must be named.
@Suite("Deleting a device", .waitsForPrograms)
struct DeviceDeletionTests {
    @Test(
        "deletes the device of the argument, --device or TVSIM_DEVICE",
        arguments: [
            ("device delete phone", nil), ("device delete --device phone", nil), ("device delete", "phone"),
            ("device delete phone --device phone", nil), ("device delete phone", "default"),
            ("device delete --device phone", "default"),
        ])
    func named(line: String, environment: String?) throws {
        let tool = try Tool(device: environment)
        defer { tool.cleanUp() }
        for name in ["default", "phone"] { #expect(try tool.line("device create \(name)").status == 0) }
        let outcome = try tool.line(line)
        #expect(outcome == Tool.Outcome(status: 0, output: "", error: ""))
        #expect(!FileManager.default.fileExists(atPath: tool.devicePath("phone")))
        #expect(FileManager.default.fileExists(atPath: tool.devicePath("default")))
    }

    @Test(
        "deletes nothing if no device or two devices are named",
        arguments: [
            ("device delete", nil, 64, "Missing expected argument '<name>' (see 'tvsim device delete --help')"),
            ("device delete", "", 64, "Missing expected argument '<name>' (see 'tvsim device delete --help')"),
            (
                "device delete phone --device default", nil, 64,
                "'phone' and --device 'default' name different devices: use only one (see 'tvsim device delete --help')"
            ),
            ("device delete", "phon", 66, "device 'phon' not found; did you mean 'phone'?"),
        ] as [(String, String?, Int32, String)])
    func refused(line: String, environment: String?, status: Int32, error: String) throws {
        let tool = try Tool(device: environment)
        defer { tool.cleanUp() }
        for name in ["default", "phone"] { #expect(try tool.line("device create \(name)").status == 0) }
        #expect(try tool.line(line) == Tool.Outcome(status: status, output: "", error: "tvsim: \(error)\n"))
        #expect(try tool.line("device list --format json").output.contains(#""name":"default""#))
        #expect(FileManager.default.fileExists(atPath: tool.devicePath("phone")))
    }
}
