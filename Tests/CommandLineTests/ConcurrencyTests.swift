import Foundation
import TestSupport
import Testing

@Suite("Many processes on one device", .serialized, .waitsForPrograms)
struct ConcurrencyTests {
    @Test("lose nothing when twenty of them change it at once, from the first use on")
    func twentyWriters() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let started = try (0..<20).map { number in
            try tool.start(
                number.isMultiple(of: 2)
                    ? ["permission", "grant", "app\(number).example"] : ["clock", "advance", "1h"])
        }
        for process in started {
            let outcome = try process.wait()
            #expect(outcome.error == "")
            #expect(outcome.status == 0)
        }
        let shown = try tool.line("permission show").output
        for number in stride(from: 0, to: 20, by: 2) { #expect(shown.contains("app\(number).example")) }
        #expect(try tool.line("clock show").output == "2026-01-01T10:00:00Z  frozen\n")
    }

    @Test("lose nothing when each changes another key of the same app and of the settings")
    func sameApp() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let changes = [
            "app set access=granted", "app set singleSignOnEntitlement=false", "app set subscriptionEntitlement=false",
            "app set usageDescription=false", "app set subscription.accessLevel=freeWithAccount",
            "app set subscription.billingIdentifier=card", "app set subscription.tierIdentifiers=[a]",
            "app set userAccounts=[{accountType: paid}]", "settings set behaviour.pickerRows=all",
            "app set automaticSignIn.authorization=granted", "settings set developer.simulateExpiredToken=true",
            "settings set developer.requestTimeoutsDisabled=true", "settings set behaviour.pickerRows=all",
            "settings set region=unsupported", "permission grant com.example.other",
        ]
        // Who makes the device is another question than who changes it.
        try tool.line("device create phone")
        let started = try changes.map { change in
            let arguments = change.split(separator: " ", maxSplits: 2).map(String.init)
            return try tool.start(arguments + ["--device", "phone"])
        }
        for process in started {
            let outcome = try process.wait()
            #expect(outcome.error == "")
        }
        let shown = try tool.line("device show --device phone").output
        for row in [
            "com.example.stream granted", "com.example.other granted", "singleSignOnEntitlement false",
            "subscriptionEntitlement false", "usageDescription false", "subscription.accessLevel freeWithAccount",
            "subscription.billingIdentifier card", #"subscription.tierIdentifiers ["a"]"#, #""accountType":"paid""#,
            "behaviour.pickerRows all", "automaticSignIn.authorization granted",
            "developer.simulateExpiredToken true",
            "developer.requestTimeoutsDisabled true", "behaviour.pickerRows all", "unsupported",
        ] {
            #expect(shown.contains(row + "\n") || shown.contains(row + ","), "\(row)")
        }
    }

    @Test("make a device together, or all but one say that it is there")
    func racingCreators() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let started = try (0..<8).map { _ in try tool.start(["device", "create", "phone"]) }
        let outcomes = try started.map { try $0.wait() }
        #expect(outcomes.filter { $0.status == 0 }.count == 1)
        for outcome in outcomes where outcome.status != 0 {
            #expect(outcome.error == "tvsim: there is a device 'phone' already\n")
            #expect(outcome.status == 73)
        }
        #expect(try tool.line("device show --device phone").status == 0)
    }

    @Test("killed at any moment leave the last state that was reported")
    func kills() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        var confirmed = 0
        for round in 0..<40 {
            let process = try tool.start(["clock", "advance", "1s"])
            // Busy work instead of sleeping: the rounds strike at different moments of the program's short life.
            var spun = 0
            while process.process.isRunning, spun < round * 4_000 { spun += 1 }
            kill(process.process.processIdentifier, SIGKILL)
            process.process.waitUntilExit()
            let isConfirmed = process.process.terminationReason == .exit && process.process.terminationStatus == 0
            let shown = try tool.line("clock show --format json")
            #expect(shown.status == 0, "\(shown.error)")
            let seconds = try #require(Self.seconds(shown.output))
            // What was confirmed is there; what was not may be.
            #expect(seconds >= confirmed + (isConfirmed ? 1 : 0))
            #expect(seconds <= confirmed + 1)
            confirmed = seconds
        }
    }

    private static func seconds(_ output: String) -> Int? {
        guard let match = output.firstMatch(of: /T(\d\d):(\d\d):(\d\d)Z/),
            let minutes = Int(match.output.2), let seconds = Int(match.output.3)
        else { return nil }
        return minutes * 60 + seconds
    }
}

@Suite("A device that is being made", .waitsForPrograms)
struct MakingTests {
    @Test("is there whole or not at all, whenever the process is killed")
    func killedWhileMaking() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = try tool.write("schema: 1\nname: its own profile\n", to: "p.yaml")
        var made = 0
        for round in 0..<30 {
            let started = try tool.start(["device", "create", "d\(round)", "--profile", profile])
            // Later and later, so that the kills fall all over the making; the loop counts and does not wait.
            for _ in 0..<(round * 20_000) where !started.process.isRunning { break }
            kill(started.process.processIdentifier, SIGKILL)
            started.process.waitUntilExit()
            let shown = try tool.run("device", "show", "--device", "d\(round)")
            if shown.status == 0 {
                made += 1
                #expect(shown.output.contains("its own profile"))
            } else {
                #expect(shown.status == 66)
                #expect(try tool.run("device", "create", "d\(round)", "--profile", profile).status == 0)
            }
        }
        #expect(made < 30, "no kill came in time to show anything")
    }
}
