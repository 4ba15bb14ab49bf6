import Foundation
import TVSimCore
import TVSimDevice
import Testing
import VideoSubscriberAccount

/// Every cell of the decision table of metadata requests, from every starting state, with and without a delegate,
/// against an oracle that is a second, independent copy of the decision table.
@Suite struct DecisionTableTests {
    struct Cell: Sendable {
        var region: DeviceSettings.Region
        var access: AccessPermission
        var account: Account
        var acceptable: Bool
        var interruption: Bool
        var force: Bool
        var attributes: Bool
        var delegate: Bool

        enum Account: CaseIterable { case none, valid, expired }
    }

    /// What the table says of a cell: the row, and what the app learns when the person cancels every interface.
    struct Expected: Equatable {
        var row: Int
        var error: Int?
        var presents = false
        var namesProvider = false
    }

    static func oracle(_ cell: Cell) -> Expected {
        let noAccess = 0
        let unsupportedProvider = 1
        let cancelled = 2
        let rejected = 4
        let unsupported = 7
        if cell.region == .unsupported { return Expected(row: 18, error: unsupported) }
        if cell.access == .notDetermined { return Expected(row: cell.interruption ? 2 : 1, error: noAccess) }
        if cell.access != .granted { return Expected(row: 3, error: noAccess) }
        let mayInterrupt = cell.interruption && cell.delegate
        if cell.account == .none {
            if mayInterrupt { return Expected(row: 6, error: cancelled, presents: true) }
            return Expected(row: cell.interruption ? 5 : 4, error: rejected)
        }
        if !cell.acceptable { return Expected(row: 10, error: unsupportedProvider, namesProvider: true) }
        if cell.force {
            if mayInterrupt { return Expected(row: 9, error: cancelled, presents: true) }
            return Expected(row: cell.interruption ? 5 : 8, error: rejected)
        }
        if cell.account == .valid { return Expected(row: 7) }
        if !cell.attributes { return Expected(row: 11) }
        if mayInterrupt { return Expected(row: 13, error: cancelled, presents: true) }
        return Expected(row: cell.interruption ? 5 : 12, error: rejected)
    }

    static let bools = [false, true]

    static let cells: [Cell] = DeviceSettings.Region.allCases.flatMap { region in
        AccessPermission.allCases.flatMap { access in
            Cell.Account.allCases.flatMap { account in
                (0..<32).map { bits in
                    Cell(
                        region: region, access: access, account: account, acceptable: bits & 1 != 0,
                        interruption: bits & 2 != 0, force: bits & 4 != 0, attributes: bits & 8 != 0,
                        delegate: bits & 16 != 0)
                }
            }
        }
    }

    @Test("each cell answers as its row says")
    func everyCell() async throws {
        for cell in Self.cells {
            let expected = Self.oracle(cell)
            let world = TestDevice()
            try world.device.updateSettings { $0.region = cell.region }
            try world.device.setPermission(cell.access, for: world.bundleID)
            if cell.account != .none {
                let end: Date = cell.account == .valid ? .distantFuture : .distantPast
                try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: end)
            }
            let delegate = RecordingDelegate()
            let manager = world.manager()
            if cell.delegate { manager.delegate = delegate }
            let answer = await manager.answer { request in
                request.supportedAccountProviderIdentifiers = cell.acceptable ? ["Cablevision", "Dish"] : ["Dish"]
                request.isInterruptionAllowed = cell.interruption
                request.forceAuthentication = cell.force
                request.attributeNames = cell.attributes ? ["uid"] : []
            }
            let steps = try world.device.simulation.journal.entries().compactMap { $0.decision as? MetadataStep }
            let rows = steps.compactMap(\.row?.rawValue)
            #expect(answer.error?.code.rawValue == expected.error, "\(cell)")
            #expect(rows.first == expected.row, "\(cell): \(rows)")
            #expect(answer.unsupportedProvider == (expected.namesProvider ? "Cablevision" : nil), "\(cell)")
            #expect(delegate.calls == (expected.presents ? ["present", "dismiss"] : []), "\(cell)")
            #expect(answer.provider == (expected.error == nil ? "Cablevision" : nil), "\(cell)")
            #expect((answer.samlResponse != nil) == (expected.row == 7 && cell.attributes), "\(cell)")
            withExtendedLifetime(delegate) {}
        }
    }
}
