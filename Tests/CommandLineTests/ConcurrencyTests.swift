import Foundation
import TestSupport
import Testing

@Suite("Many processes on one device", .serialized, .waitsForPrograms)
struct ConcurrencyProgramTests {
    @Test("lose no change when twenty of them change it at the same time")
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

    @Test("lose no change when each changes another key of the same app and of the settings")
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
        // The device is created first, because this test is about concurrent changes only.
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

    @Test("create a device once; all others report that it exists")
    func racingCreators() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let started = try (0..<8).map { _ in try tool.start(["device", "create", "phone"]) }
        let outcomes = try started.map { try $0.wait() }
        #expect(outcomes.filter { $0.status == 0 }.count == 1)
        for outcome in outcomes where outcome.status != 0 {
            #expect(outcome.error == "tvsim: device 'phone' already exists\n")
            #expect(outcome.status == 73)
        }
        #expect(try tool.line("device show --device phone").status == 0)
    }
}
