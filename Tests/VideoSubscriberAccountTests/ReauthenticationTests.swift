import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import Testing
import VideoSubscriberAccount

/// A signed-in user signs in again: rows 9 and 13 of the decision table.
///
/// Differences, A-21.
@Suite struct ReauthenticationTests {
    @Test("row 9: a forced sign-in shows the current provider's page without a picker, and does not ask the app")
    func forced() async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway()
        async let answered = manager.answer {
            $0.isInterruptionAllowed = true
            $0.forceAuthentication = true
        }
        let interface = try await world.nextInterface()
        guard case .signIn(let page)? = interface.page else {
            Issue.record("the sign-in page must be up")
            return
        }
        #expect(page.provider.identifier == "Cablevision")
        #expect(await interface.act(.signIn(as: "alice", password: "secret")) == .ended)
        #expect(await answered.provider == "Cablevision")
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("row 9: a forced sign-in that is cancelled leaves the account as it was")
    func forcedCancelled() async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway()
        let before = try world.device.account()
        async let answered = manager.answer {
            $0.isInterruptionAllowed = true
            $0.forceAuthentication = true
        }
        _ = try await world.nextInterface().act(.cancel)
        #expect(await answered.error?.code == .userCancelled)
        #expect(try world.device.account() == before)
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("row 13: an expired account signs in again and the provider is asked")
    func expired() async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway(expires: .distantPast)
        try world.setViewer {
            $0.systemPicker = .cancel
            $0.signIn = .credentials(.init(name: "alice"))
        }
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.attributeNames = ["uid"]
        }
        #expect(answer.samlResponse == "<Response/>")
        #expect(try world.device.account()?.isExpired(at: try world.device.simulation.clock.now()) == false)
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("an account that is still expired after signing in is refused, and the user is not asked again")
    func stillExpired() async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway()
        try world.device.updateSettings { $0.developer.simulateExpiredToken = true }
        try world.setViewer { $0.signIn = .credentials(.init(name: "alice")) }
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.attributeNames = ["uid"]
        }
        #expect(answer.error?.code == .providerRejected)
        #expect(delegate.calls == ["present", "dismiss"])
    }

    /// A reason to sign in again, and what the provider says to it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let row: Int
        let reply: SignInReply
        let code: VSError.Code
        var testDescription: String { "\(row): \(reply)" }
    }

    static let refusals = [9, 13].flatMap { row in
        [
            Refusal(row: row, reply: .timeout, code: .serviceTemporarilyUnavailable),
            Refusal(row: row, reply: .unreachable, code: .serviceTemporarilyUnavailable),
            Refusal(row: row, reply: .rejected, code: .providerRejected),
            Refusal(row: row, reply: .invalidVerificationToken, code: .invalidVerificationToken),
        ]
    }

    @Test(
        "rows 9 and 13: a provider that refuses the user ends the page, and the account stays", arguments: refusals)
    func refused(refusal: Refusal) async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway(
            expires: refusal.row == 13 ? .distantPast : nil, connection: TestProvider(signInReply: refusal.reply))
        let before = try world.device.account()
        async let answered = manager.answer {
            $0.isInterruptionAllowed = true
            $0.attributeNames = ["uid"]
            $0.forceAuthentication = refusal.row == 9
        }
        let interface = try await world.nextInterface()
        #expect(await interface.act(.signIn(as: "alice", password: nil)) == .ended)
        let answer = await answered
        #expect(answer.error?.code == refusal.code && !answer.hasMetadata)
        #expect(try world.device.account() == before)
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("rows 9 and 13: after a wrong password the page stays, and the user can try again", arguments: [9, 13])
    func wrongPassword(row: Int) async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway(expires: row == 13 ? .distantPast : nil)
        async let answered = manager.answer {
            $0.isInterruptionAllowed = true
            $0.attributeNames = ["uid"]
            $0.forceAuthentication = row == 9
        }
        let interface = try await world.nextInterface()
        guard case .shows(.signIn) = await interface.act(.signIn(as: "alice", password: "wrong")) else {
            Issue.record("the sign-in page must stay up")
            return
        }
        #expect(delegate.calls == ["present"])
        #expect(await interface.act(.signIn(as: "alice", password: "secret")) == .ended)
        #expect(await answered.samlResponse == "<Response/>")
        #expect(try world.device.account()?.isExpired(at: try world.device.simulation.clock.now()) == false)
        #expect(delegate.calls == ["present", "dismiss"])
    }
}
