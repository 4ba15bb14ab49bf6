import CTVSimDeviceFilesHook
import TVSimStateStorage

/// Lets a program that links this module open devices in files; `CTVSimDeviceFilesHook` calls it by its C name when the
/// process starts.
@_cdecl("tvsim_register_device_files")
package func registerDeviceFiles() {
    StoreAddress.openFiles(
        by: .init(
            open: { try SQLiteStateStore(path: $0, creating: $1) }, make: { try SQLiteStateStore.make($0, $1) }))
}
