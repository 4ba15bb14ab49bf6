import Dispatch
import GRDB
import TVSimStateStorage
import TVSimStructuredText

/// Copies the write-ahead log of a file into the file while requests go on.
///
/// SQLite would copy it in the commit of a request. After a long reader, such as an export, that request and all behind
/// it would wait for half a second. Here another thread copies, and the next commit copies only what was added
/// meanwhile: SQLite starts its log again when all of it is copied.
final class SQLiteCheckpoints: Sendable {
    /// After how many commits the log is copied: about the thousand pages after which SQLite would.
    private static let interval = 250

    private enum Stage {
        case counting(Int)
        case copying
        case copied
    }

    /// `nil` before the first request.
    private let stage = Locked<Stage?>(nil)
    private let thread = DispatchQueue(label: "tvsim.checkpoints")

    /// Turns off SQLite's own copying for the commits of one connection.
    ///
    /// - Throws: `DatabaseError` if the connection is unusable.
    func start(on queue: DatabaseQueue) throws {
        let isFirst = stage.withLockedValue { stage in
            defer { stage = stage ?? .counting(0) }
            return stage == nil
        }
        guard isFirst else { return }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }

    /// Notes a commit.
    ///
    /// - Parameters:
    ///   - database: The connection, without a transaction.
    ///   - open: Opens a connection for the thread that copies.
    func noteCommit(on database: Database, _ open: @escaping @Sendable () throws -> DatabaseQueue) {
        let former = stage.withLockedValue { stage in
            defer {
                switch stage {
                case .counting(Self.interval): stage = .copying
                case .counting(let count): stage = .counting(count + 1)
                case .copied: stage = .counting(0)
                case .copying, nil: break
                }
            }
            return stage
        }
        // A checkpoint that fails is tried again; no change is lost, because the log has it.
        switch former {
        case .counting(Self.interval):
            thread.async { [self] in
                _ = try? open().writeWithoutTransaction { try $0.checkpoint(.passive) }
                stage.withLockedValue { $0 = .copied }
            }
        case .copied:
            _ = try? database.checkpoint(.passive)
        case .counting, .copying, nil: break
        }
    }
}
