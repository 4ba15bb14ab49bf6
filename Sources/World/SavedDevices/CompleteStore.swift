import TVSimStateStorage

/// A device's store for an app's process, which fills an empty store from the built-in default profile.
///
/// `tvsim device delete` may remove the file while the app runs. The store then creates a new, empty file, so every
/// access checks for this.
struct CompleteStore: StateStore {
    private let store: any StateStore

    init(_ store: any StateStore) {
        self.store = store
    }

    var kind: StoreKind { store.kind }
    var waitsForOthers: Bool { store.waitsForOthers }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        if let result = try store.read({ try DeviceLibrary.isComplete($0) ? body($0) : nil }) { return result }
        try DeviceLibrary.complete(store)
        return try store.read(body)
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try store.write { state in
            try DeviceLibrary.complete(state)
            return try body(state)
        }
    }

    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        // The first read completes the store.
        try read { _ in }
        return try store.consistently(reading: names, body)
    }
}
