import TVSimStructuredText

// The names of types, and the types that follow from values.

extension NamedSchemas {
    /// Whether a schema allows some texts only.
    static func isEnumeration(_ schema: JSONValue) -> Bool {
        let words = schema["enum"]?.elements ?? []
        return words.count > 1 && words.allSatisfy { $0.string != nil }
    }

    /// Returns a name as that of a type: `accountProvider` as `AccountProvider`.
    static func type(_ name: String) -> String {
        name.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        let isPlural = name.hasSuffix("s") && !name.hasSuffix("ss") && !name.hasSuffix("us")
        return isPlural ? String(name.dropLast()) : name
    }

    /// Returns the schema of one of several types of a value.
    static func form(_ type: JSONValue) -> JSONValue {
        switch type {
        case "object": ["type": "object", "additionalProperties": true]
        case "array": ["type": "array", "items": [:]]
        default: ["type": type]
        }
    }

    /// Adds the type to a schema that follows from its values, and removes a default that generators cannot express.
    static func typed(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema else { return schema }
        if let constant = members["const"] {
            members["type"] = members["type"] ?? type(of: [constant])
            // Generators combine enumerations of numbers, but no constants.
            if constant.string == nil {
                members["const"] = nil
                members["enum"] = [constant]
            }
        }
        if let values = members["enum"]?.elements {
            members["type"] = members["type"] ?? type(of: values)
            if values.count == 1, values[0].string != nil {
                members["enum"] = nil
                members["const"] = values[0]
            }
        }
        if let types = members["type"]?.elements, types.contains("object") || types.contains("array") {
            members["type"] = nil
            members["anyOf"] = .array(types.map(form))
        }
        if members["type"] == "object", members["properties"] == nil, members["additionalProperties"] == nil {
            members["additionalProperties"] = true
        }
        if members["anyOf"] != nil || members["oneOf"] != nil {
            switch members["default"] {
            case .object?, .array?: members["default"] = nil
            default: break
            }
        }
        return .object(members)
    }

    static func type(of values: [JSONValue]) -> JSONValue? {
        let types = Set(
            values.map { value in
                switch value {
                case .string: "string"
                case .integer: "integer"
                case .number: "number"
                case .bool: "boolean"
                case .null: "null"
                case .array: "array"
                case .object: "object"
                }
            })
        return types.count == 1 ? types.first.map(JSONValue.string) : nil
    }

    /// Returns an object whose constants are enumerations, because generators combine enumerations only.
    static func enumerating(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema, case .object(let properties)? = members["properties"] else {
            return schema
        }
        members["properties"] = .object(
            properties.mapValues { property in
                guard case .object(var inner) = property, let constant = inner["const"] else { return property }
                inner["const"] = nil
                inner["enum"] = [constant]
                return .object(inner)
            })
        return .object(members)
    }
}
