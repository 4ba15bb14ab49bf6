import EntitlementAPI
import Foundation
import HTTPTypes
import NIOCore
import SavedDevices
import SimulatedWorld
import StructuredText

/// One operation of the admin API: what routes to it, what does it, and what its documentation says.
struct AdminRoute: RouteRow {
    /// A parameter of the path or of the query.
    struct Parameter: Sendable {
        let name: String
        let summary: String
        /// JSON Schema of its value.
        let schema: JSONValue
    }

    /// A body, of the request or of an answer.
    struct Content: Sendable {
        let summary: String
        /// JSON Schema of it.
        let schema: JSONValue
        /// What headers of the answer say, by name.
        var headers: [String: String] = [:]

        init(summary: String, schema: JSONValue, headers: [String: String] = [:]) {
            self.summary = summary
            self.schema = schema
            self.headers = headers
        }

        /// Describes an answer that is a value of a type.
        init<Value: Decodable>(summary: String, _ type: Value.Type) {
            self.init(summary: summary, schema: SchemaReader(isClosed: true).schema(of: type))
        }
    }

    let method: HTTPRequest.Method
    /// The path below the prefix.
    let path: PathTemplate
    /// The name of the operation, for clients that are generated.
    let operation: String
    let summary: String
    /// The parameters of the path, and those of the query.
    var parameters: [Parameter] = []
    /// The request's body; `nil`: it has none.
    var body: Content?
    /// The most bytes of the request's body.
    var bodyLimit = 0
    /// What a success answers; `nil`: 204 and nothing.
    var answer: Content?
    /// Whether the operation can refuse what is well-formed (422).
    var canRefuse = false
    /// Whether the operation is done in a world that is there; else none is made for it.
    var needsWorld = true
    let perform: @Sendable (AdminRequest) async throws -> HTTPAnswer

    /// Says whether a parameter stands in the path, and not in the query.
    func isInPath(_ parameter: Parameter) -> Bool { path.parameters.contains(parameter.name) }
}

/// A request of the admin API, as an operation sees it.
struct AdminRequest: Sendable {
    /// The world that is meant.
    let world: World
    /// Its name; `nil`: the one that is served.
    let worldName: String?
    /// Whether it means only what is there already.
    let meansExisting: Bool
    /// All worlds of the server.
    let worlds: SimulatedWorlds
    /// The parameters of the path.
    let path: [String: String]
    /// The parameters of the query, each at most once.
    let query: [String: String]
    let body: Data
    /// By which the request came.
    let connection: any Channel
    /// The file of the authority that vouches for the server; `nil`: it speaks plain HTTP.
    let certificateAuthority: String?

    /// By which name the command line means the world's device; `nil`: it does not reach it.
    var deviceName: String? { worlds.deviceName(of: worldName) }

    /// The device of the world, to be shown.
    var device: SelectedDevice {
        SelectedDevice(of: world, name: deviceName, title: worldName ?? "served")
    }

    /// Returns the body as text.
    ///
    /// - Throws: ``AdminError`` when it is not UTF-8.
    func text() throws(AdminError) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw AdminError(400, "the body is not UTF-8")
        }
        return text
    }

    /// Returns a parameter that is a whole number within bounds.
    ///
    /// - Throws: ``AdminError`` when it is something else.
    func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(AdminError) -> Int {
        guard let text = query[name] else { return standard }
        guard let number = Int(text), range.contains(number), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            throw AdminError(400, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
