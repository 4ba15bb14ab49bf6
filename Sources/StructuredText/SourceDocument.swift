/// The value of a YAML or JSON text, with the places of its parts beside it.
///
/// A reader descends by a ``ValueCursor``, whose errors carry a path. Line and column are looked up here.
package struct SourceDocument: Sendable {
    /// The value.
    package let value: JSONValue
    /// Where the value and its parts are in the text; `nil` if a program made the value.
    private let places: Places?

    /// Creates a document from the value of a text and its places.
    package init(_ value: JSONValue, places: Places) {
        self.value = value
        self.places = places
    }

    /// Creates a document without a text; every part is at its beginning.
    package init(_ value: JSONValue) {
        self.value = value
        places = nil
    }

    /// Returns the position of a part of the document, or of the innermost part around it if the text lacks it.
    package func position(of path: ValuePath) -> SourcePosition {
        guard let places else { return .start }
        if case .key(let key, let object) = path, let (value, places) = part(object, places),
            case .object(let members) = value, let index = members.index(of: key)
        {
            return places.keys[index]
        }
        return (part(path, places)?.places ?? places).position
    }

    private func part(_ path: ValuePath, _ root: Places) -> (value: JSONValue, places: Places)? {
        switch path {
        case .root: return (value, root)
        case .member(let key, let object), .key(let key, let object):
            guard let outer = part(object, root) else { return nil }
            guard case .object(let members) = outer.value, let index = members.index(of: key) else { return outer }
            return (members[index].value, outer.places.parts[index])
        case .item(let index, let array):
            guard let outer = part(array, root) else { return nil }
            guard case .array(let items) = outer.value, items.indices.contains(index) else { return outer }
            return (items[index], outer.places.parts[index])
        }
    }

    /// Reads the document with a closure, and adds line and column to the error that the closure throws.
    package func read<Value>(
        by reader: (ValueCursor) throws(SourceError) -> Value
    ) throws(SourceError) -> Value {
        do {
            return try reader(ValueCursor(value))
        } catch {
            throw error.located(in: self)
        }
    }
}

/// Where a value and its parts are in a text.
package struct Places: Sendable {
    /// Where the value begins.
    package let position: SourcePosition
    /// Where the keys of an object are, in its order.
    package var keys: [SourcePosition] = []
    /// The places of an object's or an array's values, in its order.
    package var parts: [Places] = []

    /// Creates the places of a value without parts.
    package init(_ position: SourcePosition) {
        self.position = position
    }
}
