import Settings
import SimulatedWorld
import StructuredText

extension Profile {
    /// The profile as the JSON text of a document that ``ProfileDecoder`` reads.
    ///
    /// A key is left out if the profile is the same without it. Mappings keep their order.
    package var text: String {
        let whole = ProfileFormat.fields.write(self)
        let wholeText = JSONText.line(whole)
        var document = whole
        func shorten(_ path: [String]) {
            guard case .mapping(let entries)? = document.content(at: path[...]) else { return }
            for key in entries.map(\.key) {
                let shorter = document.removing((path + [key])[...])
                let read = try? ProfileDecoder.decode(SourceNode(content: shorter, position: .start), source: source)
                if let read, JSONText.line(ProfileFormat.fields.write(read)) == wholeText {
                    document = shorter
                } else {
                    shorten(path + [key])
                }
            }
        }
        shorten([])
        return JSONText.pretty(document)
    }
}

extension SourceNode.Content {
    /// Returns the content below some keys; `nil` if they lead to none.
    fileprivate func content(at path: ArraySlice<String>) -> SourceNode.Content? {
        guard let key = path.first else { return self }
        guard case .mapping(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value.content.content(at: path.dropFirst())
    }

    /// Returns the same content without the key to which a path leads.
    fileprivate func removing(_ path: ArraySlice<String>) -> SourceNode.Content {
        guard let key = path.first, case .mapping(var entries) = self else { return self }
        guard path.count > 1 else { return .mapping(entries.filter { $0.key != key }) }
        for index in entries.indices where entries[index].key == key {
            entries[index].value.content = entries[index].value.content.removing(path.dropFirst())
        }
        return .mapping(entries)
    }
}
