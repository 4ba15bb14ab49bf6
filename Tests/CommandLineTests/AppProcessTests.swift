import Foundation
import TestSupport
import Testing

/// Tests that an app in another process, which has no simulator code, observes changes by the command line.
@Suite("An app in another process", .waitsForPrograms)
struct AppProcessProgramTests {
    @Test("sees each change of the command line at its next call")
    func seesChanges() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }

        #expect(
            try app.ask(lines: 2) == ["access 0, VSErrorDomain 0", "provider none, VSErrorDomain 0"],
            "nothing is decided on a new device")
        try tool.line("permission grant com.example.stream")
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider none, VSErrorDomain 4"])
        try tool.line("account sign-in Cablevision --as alice")
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider Cablevision, no error"])
        try tool.line("fault add accountManager.enqueue serviceTemporarilyUnavailable --times 1")
        #expect(
            try tool.line("fault list").output
                == "1  accountManager.enqueue  serviceTemporarilyUnavailable  after 0  times 1\n")
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider none, VSErrorDomain 3"])
        // The fault is used up, and stays listed until it is removed.
        #expect(
            try tool.line("fault list").output
                == "1  accountManager.enqueue  serviceTemporarilyUnavailable  after 0  times 0\n")
        #expect(try tool.line("fault list --format json").output.contains(#""times":0"#))
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider Cablevision, no error"])
        try tool.line("permission deny com.example.stream")
        #expect(try app.ask(lines: 2) == ["access 2, VSErrorDomain 0", "provider none, VSErrorDomain 0"])
        try tool.line("permission restrict com.example.stream")
        #expect(try app.ask(lines: 2) == ["access 1, VSErrorDomain 0", "provider none, VSErrorDomain 0"])
        try tool.line("permission grant com.example.stream")
        try tool.line("settings set region=unsupported")
        #expect(try app.ask(lines: 2) == ["access 3, VSErrorDomain 7", "provider none, VSErrorDomain 7"])
        try tool.line("settings set behaviour.unsupportedRegion=legacy")
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider none, VSErrorDomain 1"])
        try tool.line("settings reset")
        try tool.line("app set singleSignOnEntitlement=false")
        #expect(try app.ask(lines: 2) == ["access 1, VSErrorDomain 0", "provider none, VSErrorDomain 0"])
        try tool.line("app reset")
        try tool.line("permission grant com.example.stream")
        try tool.line("account remove-provider")
        try tool.line("settings set behaviour.signedOut=emptyMetadata")
        #expect(try app.ask(lines: 2) == ["access 3, no error", "provider none, no error"])
        try tool.line("settings reset")
        try tool.line("permission reset com.example.stream")
        #expect(try app.ask(lines: 2) == ["access 0, VSErrorDomain 0", "provider none, VSErrorDomain 0"])
    }

    @Test("shares the registered user accounts with the command line")
    func registrations() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }
        #expect(try app.ask("registered", lines: 1) == ["accounts , token none notDetermined"])
        #expect(
            try tool.run(
                "app", "set", "userAccounts=[{identifier: a}, {identifier: b}]",
                "automaticSignIn={authorization: granted, token: t}"
            )
            .status == 0)
        #expect(try app.ask("registered", lines: 1) == ["accounts a b, token t granted"])
        try tool.line("settings set developer.simulateExpiredToken=true")
        try tool.line("permission grant com.example.stream")
        try tool.line("account sign-in Cablevision --as alice")
        #expect(try app.ask("uid", lines: 1) == ["provider none, VSErrorDomain 4"])
        try tool.line("settings set developer.simulateExpiredToken=false")
        #expect(try app.ask("uid", lines: 1) == ["provider Cablevision, SAML, no error"])

        #expect(try app.ask("register c gold", lines: 1) == ["registered"])
        let shown = try tool.line("app show").output
        #expect(shown.contains(#"["gold"]"#) && shown.contains(#""identifier":"c""#), "\(shown)")
        try tool.line("app reset")
        #expect(try app.ask("registered", lines: 1) == ["accounts , token none notDetermined"])
    }

    @Test("has its own permission for each bundle identifier")
    func ownPermission() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission grant com.example.stream")
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.other")
        defer { app.end() }
        #expect(try app.ask(lines: 1) == ["access 0, VSErrorDomain 0"])
    }

    @Test("uses the device that TVSIM_DEVICE names")
    func namedDevice() throws {
        let tool = try Tool(device: "living-room")
        defer { tool.cleanUp() }
        try tool.line("permission grant com.example.stream")
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }
        #expect(try app.ask(lines: 1) == ["access 3, no error"])
        #expect(try tool.line("device list").output.contains("living-room"))
    }
}

extension AppProcessProgramTests {
    @Test("signs in a scripted user, and gets the provider's answers in each scheme and with faults")
    func signsIn() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }
        try tool.line("permission grant com.example.stream")
        #expect(try app.ask("sign in", lines: 3) == ["presented", "dismissed", "provider none, VSErrorDomain 2"])
        _ = try tool.run("viewer", "set", "systemPicker={choose: Suddenlink}")
        #expect(try app.ask("sign in", lines: 3).last == "provider none, VSErrorDomain 1")
        _ = try tool.run("viewer", "set", "systemPicker={choose: Dish, as: carol}")
        try tool.line("fault add provider.signIn unreachable --times 1")
        #expect(try app.ask("sign in", lines: 3).last == "provider none, VSErrorDomain 3")
        #expect(try app.ask("sign in", lines: 3) == ["presented", "dismissed", "provider Dish, no error"])
        #expect(try tool.line("account show").output.hasPrefix("Dish  carol"))
        #expect(try app.ask("userID", lines: 1) == ["provider Dish, SAML, no error"])
        try tool.line("fault add provider.attributeQuery rejected --times 1")
        #expect(try app.ask("userID", lines: 1) == ["provider none, VSErrorDomain 4"])
        #expect(try app.ask("userID", lines: 1) == ["provider Dish, SAML, no error"])
    }

    @Test("continues a waiting interface when a command sets the user's answers")
    func laterAnswers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }
        try tool.line("permission grant com.example.stream")
        try tool.line("viewer set systemPicker=none")
        #expect(try app.ask("sign in", lines: 1) == ["presented"])
        _ = try tool.run("viewer", "set", "systemPicker={choose: Dish, as: carol}")
        #expect(app.lines(2) == ["dismissed", "provider Dish, no error"])
    }

    @Test("sees a device that was deleted and created again")
    func madeAnew() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream")
        defer { app.end() }
        try tool.line("permission grant com.example.stream")
        #expect(try app.ask("", lines: 2).first == "access 3, no error")
        try tool.line("device delete default")
        #expect(try app.ask("", lines: 2).first == "access 0, VSErrorDomain 0")
        // The app creates a complete file, as a command does. No command has opened the file before this check.
        let script = """
            import sqlite3
            rows = sqlite3.connect("devices/default.sqlite").execute("SELECT name FROM world_document")
            print(*(name for name, in rows))
            """
        let whole = try tool.shell("python3 -c '\(script)'", in: tool.home)
        #expect(whole.split(separator: " ").contains("providers"), "\(whole)")
        try tool.line("permission deny com.example.stream")
        #expect(try app.ask("", lines: 2).first == "access 2, VSErrorDomain 0")
    }

    @Test("ignores an empty variable, and reports an invalid bundle identifier")
    func variables() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let empty = try tool.shell("echo | TVSIM_DEVICE= TVSIM_BUNDLE_ID= StatusClient", in: tool.home)
        #expect(empty.contains("access 0"))
        let wrong = try tool.shell("echo | TVSIM_BUNDLE_ID='a b' StatusClient; echo status $?", in: tool.home)
        #expect(wrong.contains("TVSIM_BUNDLE_ID: invalid bundle identifier 'a b'"))
        #expect(wrong.hasSuffix("status 70\n"))
        let devices = [
            ("a/b/c", "invalid device name 'a/b/c'"),
            ("a/b", "device 'a/b' not found; create it with 'tvsim device create a/b'"),
            ("default/b", "device 'default/b' not found; create it with 'tvsim device create default/b'"),
        ]
        for (name, complaint) in devices {
            let device = try tool.shell("echo | TVSIM_DEVICE=\(name) StatusClient; echo status $?", in: tool.home)
            #expect(device.hasPrefix("tvsim: TVSIM_DEVICE: \(complaint)"))
            #expect(device.hasSuffix("status 70\n"))
        }
    }

    @Test("ends with one line, and no stack trace, when its device cannot be used", arguments: ["junk", "../outside"])
    func unusableDevice(name: String) throws {
        let tool = try Tool(device: name)
        defer { tool.cleanUp() }
        _ = try tool.write("this is no device", to: "devices/junk.sqlite")
        let output = try tool.shell("echo | StatusClient; echo status $?", in: tool.home)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("tvsim: ") == true)
        #expect(lines.last == "status 70")
    }
}
