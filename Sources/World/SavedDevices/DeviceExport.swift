package import TVSimStateStorage
import TVSimStructuredText

/// The export of a device: one JSON document that contains every document of the device's store, but not its journal.
///
/// Keys are sorted and values are canonical, so exporting an imported device gives the same bytes. The export is one
/// consistent state. It is written document by document, so a large world needs no more memory than a small one, and no
/// other reader or writer of the store waits for it.
package enum DeviceExport {
    static let format = "tvsim-device"
    static let version = 1

    /// Returns the export of a store.
    ///
    /// - Throws: `StateError` when the store cannot be read or a document is not JSON, `CommandError` when a large export
    ///   cannot be written to a temporary file.
    package static func of(_ store: any StateStore) throws -> SpooledText {
        try store.snapshot { state in try SpooledText { try write(state, &$0) } }
    }

    private static func write(_ state: any StateReading, _ export: inout SpooledText.Writer) throws {
        try export.append("{\n  \"documents\" : {")
        var isEmpty = true
        try state.forEachDocument { document in
            let value = JSONText.pretty(ordered: try value(of: document), indentation: 4)
            let comma = isEmpty ? "" : ","
            try export.append("\(comma)\n    \(JSONText.line(ordered: .string(document.name))) : \(value)")
            isEmpty = false
        }
        try export.append(isEmpty ? "}" : "\n  }")
        try export.append(",\n  \"format\" : \"\(format)\",\n  \"version\" : \(version)\n}\n")
    }

    private static func value(of document: StoredDocument) throws(StateError) -> JSONValue {
        do throws(SourceError) {
            return try JSONReader.value(of: document.json)
        } catch {
            throw StateError(
                .malformedDocument, "the stored document '\(document.name)' is damaged: it is not JSON")
        }
    }
}

extension SpooledText {
    /// The whole text, which is then in memory.
    package var whole: String {
        get throws {
            var text = ""
            try forEachPiece { text += $0 }
            return text
        }
    }
}
