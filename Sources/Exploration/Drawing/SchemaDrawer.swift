import TVSimCore
import TVSimStructuredText
import TVSimWorld

/// Draws values that a JSON Schema of this package allows.
///
/// It draws what can be enumerated: words, flags, numbers at their limits, names of the world and some durations. It
/// leaves out texts whose possible values are unknown, such as certificates and addresses.
struct SchemaDrawer {
    let vocabulary: Vocabulary

    /// Draws a value.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The key of the value, which says what a name refers to.
    ///   - generator: The source of chance.
    /// - Returns: The value; `nil` if the schema does not say which values there are.
    func value(of schema: Members, named name: String, _ generator: inout SeededGenerator) -> JSONValue? {
        if case .array(let values)? = schema["enum"] { return generator.element(of: values) }
        if let constant = schema["const"] { return constant }
        if case .array(let forms)? = schema["anyOf"] {
            guard case .object(let form)? = generator.element(of: forms) else { return nil }
            return value(of: form, named: name, &generator)
        }
        switch type(of: schema, &generator) {
        case "null": return .null
        case "boolean": return .bool(generator.happens(onceIn: 2))
        case "integer": return schema["minimum"] ?? 1
        case "string": return text(schema, named: name, &generator)
        case "array":
            guard case .object(let element)? = schema["items"] else { return nil }
            return value(of: element, named: name, &generator).map { .array([$0]) }
        case "object": return object(schema, &generator)
        default: return nil
        }
    }

    private func type(of schema: Members, _ generator: inout SeededGenerator) -> String? {
        guard case .array(let types)? = schema["type"] else { return schema["type"]?.string }
        return generator.element(of: types)?.string
    }

    /// Draws the required keys, and one further key if the schema requires none.
    private func object(_ schema: Members, _ generator: inout SeededGenerator) -> JSONValue? {
        guard case .object(let properties)? = schema["properties"] else { return nil }
        var names: [String] = []
        if case .array(let required)? = schema["required"] { names = required.compactMap(\.string) }
        if names.isEmpty, let name = generator.element(of: properties.keys.sorted()) { names = [name] }
        if properties["operation"] == nil, properties["at"] != nil { return fault(&generator) }
        var object: Members = [:]
        for name in names {
            guard case .object(let property)? = properties[name],
                let value = value(of: property, named: name, &generator)
            else { return nil }
            object[name] = value
        }
        return .object(object)
    }

    /// Draws a fault that the catalogue of faults has.
    private func fault(_ generator: inout SeededGenerator) -> JSONValue? {
        guard let operation = generator.element(of: FaultCatalog.operations) else { return nil }
        let groups: [[String]]
        switch operation.errors {
        case .names(let names): groups = [names]
        case .service(let words, let codes):
            groups = [["401", "403", "429", "500", "503"], words, codes].filter { !$0.isEmpty }
        }
        guard let error = generator.element(of: groups).flatMap({ generator.element(of: $0) }) else { return nil }
        var fault: Members = ["at": .string(operation.name), "error": .string(error)]
        if !generator.happens(onceIn: 3) { fault["times"] = .integer(Int64(1 + generator.next(below: 2))) }
        if generator.happens(onceIn: 3) { fault["after"] = 1 }
        return .object(fault)
    }

    private static let durations = ["1s", "59s", "7m", "30m", "6h", "1d", "29d", "31d"]

    /// Draws a text: a name of the world by the key that it stands for, or a duration.
    private func text(
        _ schema: Members, named name: String, _ generator: inout SeededGenerator
    ) -> JSONValue? {
        let names: [String]
        switch name {
        case "mvpd": names = vocabulary.mvpds
        case "id", "provider": names = vocabulary.providers
        case "choose": names = vocabulary.choices.map(\.provider)
        case "as", "homeNetwork": names = vocabulary.subscribers
        case "requestor": names = [vocabulary.requestor]
        default:
            guard schema["pattern"] == Formats.duration.schema["pattern"] else { return nil }
            names = Self.durations
        }
        return JSONValue(generator.element(of: names))
    }
}
