import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// Reads the resources of a decision request.
enum ResourceRules {
    /// The maximum size of a resource in bytes; a long media RSS item has about a tenth of it.
    static let longestResource = 16 * 1024

    /// Returns the resources of a request, in order.
    ///
    /// - Throws: ``Refusal`` if the body is not the documented JSON, the list is empty or too long, or a resource is
    ///   invalid.
    static func resources(in body: Data, limit: Int) throws -> [ResourceID] {
        func refusal(_ found: String, _ expected: String) -> Refusal {
            Refusal(.invalidParameterResources, InputFate("resources", .form, found: found, expected: expected))
        }
        guard let request = try? WireCoding.decode(DecisionsRequest.self, from: body) else {
            throw refusal(form(of: body), "JSON with a list of texts, as {\"resources\": [\"channel-1\"]}")
        }
        guard !request.resources.isEmpty else { throw refusal("an empty list", "one resource or more") }
        guard request.resources.count <= limit else {
            throw Refusal(
                .tooManyResources, "The request names \(request.resources.count) resources; the maximum is \(limit).")
        }
        if let place = request.resources.firstIndex(where: { !isWritable($0) }) {
            let resource = request.resources[place].rawValue
            throw refusal(
                resource.isEmpty
                    ? "an empty text at index \(place)"
                    : "\(Naming.quoted(resource)) of \(resource.utf8.count) bytes at index \(place)",
                "texts of 1 to \(longestResource) bytes without control characters")
        }
        return request.resources
    }

    /// Describes a body that has no list of resources.
    private static func form(of body: Data) -> String {
        if body.isEmpty { return "an empty body" }
        guard case .object(let members)? = try? JSONValue(json: body) else { return "not a JSON object" }
        if members.isEmpty { return "an empty object" }
        guard members["resources"] != nil else { return "an object with \(Naming.list(members.keys))" }
        return "JSON whose 'resources' is not a list of texts"
    }

    /// Whether a media token can contain a resource (XML 1.0, 2.2).
    private static func isWritable(_ resource: ResourceID) -> Bool {
        let resource = resource.rawValue
        guard !resource.isEmpty, resource.utf8.count <= longestResource else { return false }
        return resource.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x9, 0xA, 0xD: true
            case 0..<0x20, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
    }
}
