/// The store of code that runs within one write transaction of another store.
///
/// Every read and every write of the code uses that transaction, so the whole code succeeds or fails as one. The code is
/// synchronous and must not keep the store, so only one thread uses it at a time.
package final class TransactionStore: StateStore, @unchecked Sendable {
    private let state: any StateWriting
    package let kind: StoreKind
    package let waitsForOthers: Bool

    /// Creates the store of a transaction.
    ///
    /// - Parameters:
    ///   - state: The transaction.
    ///   - store: The store to which the transaction belongs.
    package init(_ state: any StateWriting, of store: any StateStore) {
        self.state = state
        (kind, waitsForOthers) = (store.kind, store.waitsForOthers)
    }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result { try body(state) }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result { try body(state) }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }
}
