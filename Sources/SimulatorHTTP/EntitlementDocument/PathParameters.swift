import EntitlementAPI
import StructuredText
import TVSimulator

/// The parameters of paths, as the route table names them.
enum PathParameters {
    /// Returns a parameter's schema, summary and example.
    static func words(of name: String) -> (schema: JSONValue, summary: String, example: String) {
        switch name {
        case "serviceProvider": (Schema.text, "The service provider (requestor).", "REF30")
        case "mvpd": (Schema.text, "The MVPD.", "Cablevision")
        case "code": (SessionSchemas.codeOfRequest, "The code of a session.", "8ER640M")
        case "partner": (Schema.names([Partner.apple]), "The partner whose framework vouches.", Partner.apple)
        default: (Schema.text, name, name)
        }
    }
}

extension Endpoint {
    /// The names of the path's parameters, in their order.
    var parameterNames: [String] {
        template.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}
