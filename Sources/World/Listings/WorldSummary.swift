import TVSimCore
import TVSimDevice
import TVSimStructuredText

/// A world at a glance.
package struct WorldSummary: Codable, Sendable {
    /// The name of an isolated world; `null` for the served world.
    @Nullable var name: String?
    /// The user and the provider; `null` if no user is signed in.
    @Nullable var account: String?
    /// How many entries the journal has.
    let entries: Int
    /// The last flow among the newest entries; `null` without one.
    @Nullable var last: FlowListing.Flow?

    /// How many of the newest entries are read for the last flow.
    private static let newest = 200

    /// Reads a world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - name: The name of an isolated world; `nil` for the served world.
    /// - Throws: `StateError` if the world cannot be read.
    package init(of world: World, named name: String?) throws {
        let end = try world.simulation.journal.lastNumber()
        let page = try SelectedDevice(of: world, name: nil, title: name ?? "served")
            .journal(after: max(0, end - Self.newest), contains: nil)
        var flows = JournalFlows()
        for entry in page.entries { flows.add(entry.number, entry.entry) }
        entries = page.first == 0 ? 0 : page.last - page.first + 1
        self.name = name
        account = try world.device.account().map { "\($0.subscriber) at \($0.provider)" }
        last = flows.flows.last { $0.kind != .command }.map { FlowListing.Flow($0) }
    }
}
