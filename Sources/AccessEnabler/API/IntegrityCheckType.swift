import TVSimSDKVocabulary

/// What the SDK does with its storage when it is created.
public enum IntegrityCheckType: Int, Sendable, CaseIterable {
    /// Nothing: the default.
    case INTEGRITY_CHECK_NONE
    /// Checks the storage, and removes everything if an item cannot be read.
    case INTEGRITY_CHECK_ALL
    /// Removes everything.
    case INTEGRITY_CHECK_CLEAR
}

extension StorageCheck {
    init(_ type: IntegrityCheckType) {
        self =
            switch type {
            case .INTEGRITY_CHECK_NONE: .none
            case .INTEGRITY_CHECK_ALL: .all
            case .INTEGRITY_CHECK_CLEAR: .clear
            }
    }
}
