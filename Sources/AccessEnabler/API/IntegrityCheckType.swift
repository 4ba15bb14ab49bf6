/// What the SDK does about its storage when it is made.
///
/// spec entitlement § 1.11.
public enum IntegrityCheckType: Int, Sendable, CaseIterable {
    /// Nothing: the default.
    case INTEGRITY_CHECK_NONE
    /// Looks at what is in it; what cannot be read is removed.
    case INTEGRITY_CHECK_ALL
    /// Removes everything.
    case INTEGRITY_CHECK_CLEAR
}
