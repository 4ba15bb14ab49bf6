import TVSimEntitlementAPI
import TVSimStructuredText

/// Describes the path parameters of the table of endpoints.
enum PathParameters {
    /// Returns the OpenAPI description of a path parameter.
    static func parameter(_ name: String) -> JSONValue {
        let (schema, summary, example) = words(of: name)
        return [
            "name": .string(name), "in": "path", "required": true, "description": .string(summary), "schema": schema,
            "example": .string(example),
        ]
    }

    private static func words(of name: String) -> (schema: JSONValue, summary: String, example: String) {
        switch name {
        case "serviceProvider": (["type": "string"], "The service provider (requestor).", "REF30")
        case "mvpd": (["type": "string"], "The MVPD.", "Cablevision")
        // The simulated service generates codes of seven characters and accepts six (Differences, S-26).
        case "code": (Schema.pattern("^[A-Z0-9]{6,7}$"), "The code of a session.", "8ER640M")
        case "partner":
            (Schema.texts([Partner.apple]), "The partner whose framework has the user's account.", Partner.apple)
        default: (["type": "string"], name, name)
        }
    }
}
