import Foundation
import TestSupport
import Testing

@Suite("A device", .waitsForPrograms)
struct DeviceTests {
    static let profile = """
        schema: 1
        name: a phone
        clock: 2027-01-01T00:00:00Z
        app: {bundleID: com.example.phone}
        device:
          platform: iPadOS
          apps: {com.example.phone: {access: granted}}
          account: {provider: Acme, subscriber: zoe, expires: +1d}
        providers: {Acme: {displayName: Acme TV, subscribers: {zoe: {}}}}
        service: {requestors: {REF30: {integrations: {Acme: {}}}}}
        faults: [{at: service.token, error: 503, times: 1}]
        """

    @Test("has the state of its profile, and again after it is erased")
    func eraseReturnsToTheProfile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.profile, to: "phone.yaml")
        #expect(try tool.run("device", "create", "phone", "--profile", file).error == "")
        // The device keeps the profile after the file is deleted.
        try FileManager.default.removeItem(atPath: file)
        let made = try tool.line("device export - --device phone").output
        #expect(
            try tool.line("device show --device phone").output == """
                name        phone
                profile     a phone
                platform    iPadOS
                region      supported
                app         com.example.phone
                clock       2027-01-01T00:00:00Z (frozen)
                account     Acme  zoe  expires 2027-01-02T00:00:00Z
                permission  com.example.phone granted
                fault       service.token 503

                """)
        #expect(try tool.line("provider show Acme --device phone").status == 0)
        for change in [
            "permission deny", "account sign-out", "clock advance 9d", "fault clear", "viewer set signIn=cancel",
        ] {
            #expect(try tool.line("\(change) --device phone").error == "")
        }
        #expect(try tool.line("device export - --device phone").output != made)
        #expect(try tool.line("device erase --device phone").error == "")
        #expect(try tool.line("device export - --device phone").output == made)
    }

    @Test("survives export and import byte for byte, through files and streams")
    func transfer() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.profile, to: "phone.yaml")
        try tool.run("device", "create", "phone", "--profile", file)
        try tool.line("viewer set signIn=cancel --device phone")
        #expect(try tool.line("device export phone.json --device phone").output == "")
        let exported = try String(contentsOf: tool.home.appending(path: "phone.json"), encoding: .utf8)
        #expect(try tool.line("device import phone.json --device tablet").error == "")
        #expect(try tool.line("device export - --device tablet").output == exported)
        #expect(try tool.run("device", "import", "-", input: exported).error == "")
        #expect(try tool.line("device export -").output == exported)
        #expect(try tool.line("account show --device tablet").output.hasPrefix("Acme  zoe"))
        let left = try FileManager.default.contentsOfDirectory(atPath: tool.home.path).filter { $0.hasSuffix(".tmp") }
        #expect(left == [])
    }

    @Test("rejects an import with an invalid app of its own")
    func defaultApp() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let exported = try tool.line("device export -").output
        let broken = exported.replacing(
            "\"defaultBundleID\" : \"com.example.stream\"", with: "\"defaultBundleID\" : \"a b\"")
        #expect(broken != exported)
        let outcome = try tool.run("device", "import", "-", input: broken)
        #expect(outcome.status == 65)
        #expect(
            outcome.error.contains("'device/settings' is damaged: defaultBundleID: invalid bundle identifier 'a b'"))
        #expect(try tool.line("device export -").output == exported)
    }

    @Test(
        "is unchanged by an invalid import",
        arguments: [
            ("[]", "this is not the JSON of an exported device"),
            ("{}", "this is not an exported device"),
            (#"{"format":"other","version":1,"documents":{}}"#, "this is not an exported device"),
            (
                #"{"format":"tvsim-device","version":2,"documents":{}}"#,
                "unsupported export version: this tvsim supports version 1"
            ),
            (#"{"format":"tvsim-device","version":1}"#, "missing 'documents'"),
            (#"{"format":"tvsim-device","version":1,"documents":[]}"#, "missing 'documents'"),
            (#"{"format":"tvsim-device","version":1,"documents":{},"x":1}"#, "unknown key 'x' in the export"),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"device/app/a.b":{"access":"maybe"}}}"#,
                "the stored document 'device/app/a.b' is damaged: access: 'maybe' is not one of notDetermined, restricted, "
                    + "denied, granted"
            ),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"device/account":{"provider":"x"}}}"#,
                "the stored document 'device/account' is damaged: account needs the key 'subscriber'"
            ),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"clock":5}}"#,
                "the stored document 'clock' is damaged: it has the wrong JSON type"
            ),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"a b":1}}"#,
                "invalid document name 'a b'"
            ),
            (#"{"format":"tvsim-device","version":1,"documents":{}}"#, "missing document 'device/profile'"),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"device/frobnicate":1}}"#,
                "unknown document 'device/frobnicate'"
            ),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"service/client/":{}}}"#,
                "unknown document 'service/client/'"
            ),
            (
                #"{"format":"tvsim-device","version":1,"documents":{"device/profile":{"name":"a"}}}"#,
                "the stored document 'device/profile' is damaged: the origin needs the key 'source'"
            ),
        ])
    func refusedImport(text: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission deny")
        let before = try tool.line("device export -").output
        let outcome = try tool.run("device", "import", "-", input: text)
        #expect(outcome.error == "tvsim: <stdin>: \(reason)\n")
        #expect(outcome.status == 65)
        #expect(try tool.line("device export -").output == before)
        // The failed import does not create a device either.
        #expect(try tool.run("device", "import", "-", "--device", "new", input: text).status == 65)
        #expect(try tool.line("device list").output == "* default  built-in default\n")
    }

    @Test(
        "rejects an import that is not JSON, with the position of the error",
        arguments: [
            ("", "1:1: invalid JSON: expected a value"), ("{", "1:2: invalid JSON: expected a key"),
            ("{\n  \"é\": x}", "2:8: invalid JSON: expected a value"),
        ])
    func noJSON(text: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("device", "import", "-", input: text)
        #expect(outcome.status == 65)
        #expect(outcome.error == "tvsim: <stdin>:\(reason)\n")
    }

    @Test("is not created if a device of the name exists")
    func exists() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("device create phone")
        try tool.line("permission deny --device phone")
        let again = try tool.line("device create phone")
        #expect(again.error == "tvsim: device 'phone' already exists\n")
        #expect(again.status == 73)
        #expect(try tool.line("permission show com.example.stream --device phone").output == "denied\n")
    }

    @Test("leaves nothing behind when it is deleted")
    func delete() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("device create phone")
        _ = FileManager.default.createFile(atPath: tool.devicePath("phone") + "-wal", contents: Data())
        #expect(try tool.line("device delete phone").error == "")
        let left = try FileManager.default.contentsOfDirectory(atPath: tool.home.appending(path: "devices").path)
        #expect(left == [])
    }

    @Test(
        "is not created from an invalid profile",
        arguments: [
            ("schema: 1\nname: a\n---\nschema: 1\nname: b\n", "expected one profile, found 2"),
            ("schema: 1\nname: a\nsed: 1\n", "the profile has no key 'sed'"),
        ])
    func badProfile(text: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(text, to: "p.yaml")
        let outcome = try tool.run("device", "create", "phone", "--profile", file)
        #expect(outcome.status == 65)
        #expect(outcome.error.contains(reason))
        #expect(try tool.line("device list").output == "no devices\n")
    }

    @Test("with a damaged file is reported in one line and not changed")
    func garbage() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let path = try tool.write(String(repeating: "garbage ", count: 1_000), to: "devices/default.sqlite")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for command in [
            "permission show", "permission deny", "account show", "device show", "device erase", "clock advance 1d",
        ] {
            let outcome = try tool.line(command)
            #expect(outcome.error == "tvsim: '\(path)' is damaged or not a tvsim device file\n", "\(command)")
            #expect(outcome.status == 65)
            #expect(outcome.output == "")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try tool.line("device list").output == "* default  (cannot be read)\n")
        #expect(try tool.line("device delete default").status == 0)
        #expect(try tool.line("permission show").status == 0)
    }

    @Test("survives export and import with the largest valid numbers")
    func largeNumbers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for line in [
            "fault add service.configuration 503 --times 9223372036854775807", "clock set 9899-12-31T23:59:59Z",
            "account sign-in Cablevision --expires +36524d", "device export d.json", "device import d.json --device x",
            "device show --device x",
        ] {
            #expect(try tool.line(line).status == 0, "\(line)")
        }
        let exported = try tool.line("device export - --device x").output
        #expect(try exported == String(contentsOfFile: tool.home.path + "/d.json", encoding: .utf8))
    }

    @Test("with an empty file is reported as damaged")
    func empty() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission grant com.example.stream")
        let path = try tool.write("", to: "devices/default.sqlite")
        for command in ["permission show", "permission deny", "device show"] {
            let outcome = try tool.line(command)
            #expect(outcome.error == "tvsim: '\(path)' is damaged or not a tvsim device file\n", "\(command)")
            #expect(outcome.status == 65)
        }
    }

    @Test("is not created if the home is not a folder")
    func unwritableHome() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let path = try tool.write("a file", to: "devices")
        let outcome = try tool.line("permission deny")
        #expect(outcome.error == "tvsim: '\(path)/default.sqlite' cannot be opened: Not a directory\n")
        #expect(outcome.status == 74)
    }
}

/// Tests the creation of a device on a full disk.
@Suite(.waitsForPrograms) struct NoRoomProgramTests {
    @Test("is created completely or not at all if the disk is full", arguments: [0, 16, 32, 64, 128])
    func noRoom(blocks: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The shell limits the size of files, which has the same effect on SQLite as a full disk.
        let told = try tool.shell(
            "trap '' XFSZ; ulimit -f \(blocks); tvsim permission grant com.example.stream 2>&1", in: tool.home)
        #expect(told.isEmpty || told.hasPrefix("tvsim: ") && told.hasSuffix("\n") && !told.contains("damaged"))
        let after = try tool.line("permission show com.example.stream")
        #expect(after.status == 0, "\(after.error)")
        #expect(after.output == (told.isEmpty ? "granted\n" : "notDetermined\n"))
    }

    @Test("is reported by its own name, not by the name of a temporary file", arguments: [8, 32])
    func noRoomToCreate(blocks: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let told = try tool.shell(
            "mkdir devices; trap '' XFSZ; ulimit -f \(blocks); tvsim device create b 2>&1; echo $?", in: tool.home)
        #expect(!told.contains(".new"), "\(told)")
        #expect(told.contains("/b.sqlite' cannot") && told.hasSuffix("73\n"), "\(told)")
    }

    @Test("is imported completely or not at all if the disk is full", arguments: [0, 32, 64, 4096])
    func noRoomToImport(blocks: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = """
            tvsim permission grant com.example.stream; tvsim device export d.json; tvsim device delete default
            trap '' XFSZ; ulimit -f \(blocks); tvsim device import d.json --device phone 2>&1
            """
        let told = try tool.shell(line, in: tool.home)
        #expect(told.isEmpty || told.hasPrefix("tvsim: ") && told.hasSuffix("\n"))
        #expect(blocks < 4096 || told.isEmpty)
        let after = try tool.line("permission show com.example.stream --device phone")
        #expect(after.status == (told.isEmpty ? 0 : 66))
        #expect(after.output == (told.isEmpty ? "granted\n" : ""))
    }
}
