import TVSimSituations
import TVSimStructuredText
import TVSimWorld

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
    ) { (cursor, notes) throws(SourceError) in
        switch cursor.value {
        case .object(let axes) where !axes.isEmpty: break
        case .object, .null:
            throw SourceError(
                .missingKey, at: cursor.path,
                "the matrix is empty: name an axis with its values, such as access: [granted, denied]")
        default: throw .wrongType(cursor, expected: "a mapping of axes (matrix)")
        }
        var selection = SituationSelection()
        try MatrixFormat.selection.read(cursor, into: &selection, notes)
        return ProfileMatrix(selection: selection)
    }

    private static let schemaVersion = Format<Int64>(["const": 1], write: { .integer($0) }) {
        (cursor, _) throws(SourceError) in
        guard case .integer(let version) = cursor.value else { throw .wrongType(cursor, expected: "the number 1") }
        guard version == Profile.schema else {
            throw SourceError(
                .schemaVersion, at: cursor.path,
                "unsupported schema \(version): this version of tvsim supports schema \(Profile.schema)")
        }
        return version
    }
}
