import TVSimStructuredText
import TVSimWorld

extension Profile {
    /// The profile as the JSON text of a document that ``ProfileDecoder`` reads.
    ///
    /// A key is left out if the profile is the same without it. Mappings keep their order.
    package var text: String {
        let whole = ProfileFormat.fields.write(self)
        let wholeText = JSONText.line(ordered: whole)
        var document = whole
        func shorten(_ path: [String]) {
            guard case .object(let members)? = document.value(at: path[...]) else { return }
            for key in members.keys {
                let shorter = document.removing((path + [key])[...])
                let read = try? ProfileDecoder.decode(shorter, source: source)
                if let read, JSONText.line(ordered: ProfileFormat.fields.write(read)) == wholeText {
                    document = shorter
                } else {
                    shorten(path + [key])
                }
            }
        }
        shorten([])
        return JSONText.pretty(ordered: document)
    }
}

extension JSONValue {
    /// Returns the value below some keys; `nil` if they lead to none.
    fileprivate func value(at path: ArraySlice<String>) -> JSONValue? {
        guard let key = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[key]?.value(at: path.dropFirst())
    }

    /// Returns the same value without the key to which a path leads.
    fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue {
        guard let key = path.first, case .object(var members) = self else { return self }
        members[key] = path.count > 1 ? members[key]?.removing(path.dropFirst()) : nil
        return .object(members)
    }
}
