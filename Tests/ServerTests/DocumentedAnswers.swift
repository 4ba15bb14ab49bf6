import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// The answers that the OpenAPI document of the admin API describes, as the judge of those that the tests get.
enum DocumentedAnswers {
    private static let operations: [(method: String, path: PathTemplate, answers: Members)] = {
        let paths = OpenAPIDocument.document(of: AdminRoutes.all)["paths"]?.members ?? [:]
        return paths.flatMap { path, methods in
            (methods.members ?? [:]).map { ($0.key, PathTemplate(path), $0.value["responses"]?.members ?? [:]) }
        }
    }()

    /// Expects that an answer has a status, a media type and the headers that the document describes.
    ///
    /// A path or a method that the document does not have must be refused, except the index of the API and OPTIONS.
    ///
    /// - Parameters:
    ///   - answer: The answer of the server.
    ///   - method: The method of the request.
    ///   - path: The path and the query, without the prefix of an isolated world.
    ///   - place: The place of the request in a test.
    static func judge(
        _ answer: SocketClient.Answer, to method: HTTPRequest.Method, _ path: String, at place: SourceLocation
    ) {
        let path = path.prefix { $0 != "?" }
        // HEAD has the answer of GET without its body.
        let name = (method == .head ? .get : method).rawValue.lowercased()
        let documented = operations.first { $0.method == name && $0.path.parameters(of: path) != nil }
        let request = "\(method) \(path)"
        guard let documented else {
            guard method != .options, path.count > AdminAPI.prefix.count + 1 else { return }
            #expect([400, 404, 405].contains(answer.status), "\(request) is in no document", sourceLocation: place)
            return
        }
        guard let expected = documented.answers["\(answer.status)"] else {
            Issue.record("\(request): no document has \(answer.status): \(answer.text)", sourceLocation: place)
            return
        }
        let types = expected["content"]?.members?.keys.sorted() ?? []
        let type = answer.response.headerFields[.contentType]?.split(separator: ";").first.map(String.init)
        #expect(types == (type.map { [$0] } ?? []), "\(request): \(answer.status)", sourceLocation: place)
        for name in (expected["headers"]?.members ?? [:]).keys {
            guard let name = HTTPField.Name(name) else { continue }
            #expect(
                answer.response.headerFields[name] != nil, "\(request): \(answer.status) without \(name)",
                sourceLocation: place)
        }
    }
}
