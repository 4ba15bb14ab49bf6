import Settings
import SimulatedWorld
import Situations
import StructuredText

/// The format of a profile: its name, then the keys of its world, then its flow.
enum ProfileFormat {
    static let fields = ObjectFormat<Profile>(
        title: "the profile", defaults: Profile(),
        fields: [
            Field("schema", "The version of the format: 1.", schemaVersion, required: true, from: { _ in 1 }) {
                (_, _, _, _) throws(SourceError) in
            },
            Field("name", "The purpose of the profile, in one line.", Formats.line, required: true, into: \.name),
            Field(
                "summary", "A description for readers.", Formats.text.orNull, documentsDefault: false, into: \.summary),
        ] + WorldDescription.fields.fields.map { $0.lifted(to: \.world) } + [
            Field(
                "flow", "The steps of the app and of the world, in order.", FlowFormat.steps, documentsDefault: false,
                into: \.flow),
            Field(
                "matrix", "The situations in which 'tvsim run' runs the flow, by axis.", matrix,
                from: { $0.matrix }
            ) { (matrix, profile, _, _) throws(SourceError) in profile.matrix = matrix },
        ])

    private static let matrix = Format<ProfileMatrix>(
        MatrixFormat.selection.schema.merging(["minProperties": 1]) { $1 },
        write: { MatrixFormat.selection.write($0.selection) }
    ) { (node, notes) throws(SourceError) in
        switch node.content {
        case .mapping(let entries) where !entries.isEmpty: break
        case .mapping, .null:
            throw SourceError(
                .missingKey, at: node.position,
                "the matrix is empty: name an axis with its values, such as access: [granted, denied]")
        default: throw .wrongType(node, expected: "a mapping of axes (matrix)")
        }
        var selection = SituationSelection()
        try MatrixFormat.selection.read(node, into: &selection, notes)
        return ProfileMatrix(selection: selection, position: node.position)
    }

    private static let schemaVersion = Format<Int64>(["const": 1], write: { .integer($0) }) {
        (node, _) throws(SourceError) in
        guard case .integer(let version) = node.content else { throw .wrongType(node, expected: "the number 1") }
        guard version == Profile.schema else {
            throw SourceError(
                .schemaVersion, at: node.position,
                "unsupported schema \(version): this version of tvsim supports schema \(Profile.schema)")
        }
        return version
    }
}
