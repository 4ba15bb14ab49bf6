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
        guard let request = try? WireCoding.decode(DecisionsRequest.self, from: body) else {
            throw Refusal(.invalidParameterResources, "The body is not JSON with a list of 'resources'.")
        }
        guard !request.resources.isEmpty else {
            throw Refusal(.invalidParameterResources, "The list of resources is empty.")
        }
        guard request.resources.count <= limit else {
            throw Refusal(
                .tooManyResources, "The request names \(request.resources.count) resources; the maximum is \(limit).")
        }
        guard request.resources.allSatisfy(isWritable) else {
            throw Refusal(.invalidParameterResources, "A resource is empty, too long, or contains control characters.")
        }
        return request.resources
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
