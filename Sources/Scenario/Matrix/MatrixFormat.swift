import Settings
import Situations
import StructuredText

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
        ) { (node, _) throws(SourceError) in
            guard case .string(let text) = node.content else { throw .wrongType(node, expected: "text: a value") }
            guard axis.values.contains(text) else {
                throw Formats.unknown(text, among: axis.values, at: node.position)
            }
            return text
        }
        let list = Formats.list(value, of: "values, or the word \(all)")
        return Format(
            ["anyOf": [["const": .string(all)], .object(list.schema.merging(["minItems": 1]) { $1 })]],
            write: list.write
        ) { (node, notes) throws(SourceError) in
            if node.content == .string(all) { return axis.values }
            let values = try list.read(node, notes)
            guard !values.isEmpty else { throw SourceError(.wrongValue, at: node.position, "the list has no value") }
            return values
        }
    }
}
