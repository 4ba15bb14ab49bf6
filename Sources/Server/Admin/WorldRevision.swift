import TVSimCore
import TVSimDevice
import TVSimStateStorage
import TVSimWorld

/// What tells one state of a world from another: it differs after each change of the documents or of the screen.
///
/// It may also differ without a change, because a store on disk counts every change of its file. Stores count in their
/// own ways, so a reader compares for equality, and never for order.
struct WorldRevision: Hashable {
    private let opening: Int
    private let documents: Int
    /// What the screen of the device shows.
    let shown: Screen.Shown?

    /// Reads the revision of a world.
    ///
    /// What is read later may already be newer. Then the next revision is another one.
    ///
    /// - Parameter world: The world, outside of ``World/consistently(_:)``: connections of a file count apart.
    /// - Throws: `StateError` if the state cannot be read.
    init(of world: World) throws {
        (opening, documents) = try world.simulation.store.read { ($0.opening, try $0.revision()) }
        shown = world.device.screen.shown
    }

    /// Creates the revision of a journal that was read.
    init(of page: JournalPage, showing shown: Screen.Shown?) {
        (opening, documents, self.shown) = (page.opening, page.revision, shown)
    }

    /// The revision as a reader gets it.
    var text: String {
        ([opening, documents] + (shown.map { [$0.interface, $0.number] } ?? [])).map(String.init).joined(separator: ".")
    }
}
