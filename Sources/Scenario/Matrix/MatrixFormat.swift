import TVSimSituations
import TVSimStructuredText

/// The format of a profile's `matrix`: the values of each axis that it names.
enum MatrixFormat {
    /// Every value of the axis.
    private static let all = "all"

    static let selection = ObjectFormat<SituationSelection>(
        title: "matrix", defaults: SituationSelection(),
        fields: SituationAxis.allCases.map { axis in
            Field(
                axis.rawValue, "\(axis.summary) A list of values, or all.", values(of: axis),
                from: { $0.values(of: axis) }
            ) { (values, selection, _, _) throws(SourceError) in selection.select(values, of: axis) }
        })

    private static func values(of axis: SituationAxis) -> Format<[String]> {
        let value = Format<String>(
            ["enum": .array(axis.values.map(JSONValue.string))], write: { .string($0) }
        ) { (cursor, _) throws(SourceError) in
            guard case .string(let text) = cursor.value else { throw .wrongType(cursor, expected: "text: a value") }
            guard axis.values.contains(text) else {
                throw Formats.unknown(text, among: axis.values, at: cursor.path)
            }
            return text
        }
        let list = Formats.list(value, of: "values, or the word \(all)")
        return Format(
            ["anyOf": [["const": .string(all)], .object(list.schema.merging(["minItems": 1]) { $1 })]],
            write: list.write
        ) { (cursor, notes) throws(SourceError) in
            if cursor.value == .string(all) { return axis.values }
            let values = try list.read(cursor, notes)
            guard !values.isEmpty else { throw SourceError(.wrongValue, at: cursor.path, "the list has no value") }
            return values
        }
    }
}
