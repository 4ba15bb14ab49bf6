import StateStorage

/// The store of a device that only an app's process uses: made whole, on the built-in default profile, wherever it is empty.
///
/// The file can be taken away while the app runs, by `tvsim device delete`; the one that is made in its place has nothing in
/// it either.
struct CompleteStore: StateStore {
    private let store: any StateStore

    init(_ store: any StateStore) {
        self.store = store
    }

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
}
