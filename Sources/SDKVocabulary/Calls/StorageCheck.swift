/// What the SDK does with its storage when it is created, by the names of the vendor's enumeration.
package enum StorageCheck: String, Sendable {
    case none = "INTEGRITY_CHECK_NONE"
    case all = "INTEGRITY_CHECK_ALL"
    case clear = "INTEGRITY_CHECK_CLEAR"
}
