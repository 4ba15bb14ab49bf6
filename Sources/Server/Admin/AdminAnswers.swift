import Foundation
import TVSimCore
package import TVSimEntitlementAPI
package import TVSimSAML
import TVSimStateStorage
package import TVSimStructuredText
import TVSimWorld

// The answers of the admin API that the command line does not print. The keys are stable.

/// The answer of `GET health`.
struct HealthAnswer: Codable, Shaped {
    /// The store of the world.
    struct Store: Codable, Shaped {
        /// Where it keeps the state.
        let kind: String
        /// How long the database took to read the clock; `nil` if the store is not a database.
        let latencyMilliseconds: Double?

        static let shapes = [
            Shape(
                of: Self.self, ["kind": ["enum": .array(StoreKind.allCases.map { .string($0.rawValue) })]],
                optional: ["latencyMilliseconds": ["minimum": 0]])
        ]
    }

    var status = "ok"
    let version: String
    /// The build of the programs; `unknown` if they are not from a package.
    let build: String
    /// The isolated world's name; `null` for the served world.
    @Nullable var world: String?
    /// The name of the device on the command line.
    @Nullable var device: String?
    /// The simulated time.
    let now: String
    /// The file of the certificate authority that clients must trust.
    let certificateAuthority: String?
    let store: Store

    /// Describes the world of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The simulated time.
    ///   - time: How long the store took for one read.
    init(of request: AdminRequest, at now: Date, reading time: Duration) {
        let kind = request.world.simulation.store.kind
        let latency = kind == .postgresql ? (time / .microseconds(1)).rounded() / 1000 : nil
        (version, build) = (SimulatorVersion.current, SimulatorVersion.build)
        (_world, _device) = (Nullable(wrappedValue: request.worldName), Nullable(wrappedValue: request.deviceName))
        self.now = TimeText.format(now)
        certificateAuthority = request.certificateAuthority
        store = Store(kind: kind.rawValue, latencyMilliseconds: latency)
    }

    static let shapes = [
        Shape(of: Self.self, ["status": Schema.constant("ok"), "now": Schema.instant], isPartial: true)
    ]
}

/// The answer of `GET worlds`.
struct WorldNames: Codable {
    let worlds: [String]
    /// The served world and the first others at a glance; `nil` unless the client asks for it.
    var summaries: [WorldSummary]?
}

/// The answer of `POST worlds`.
struct WorldLocation: Codable {
    let name: String
    /// The base URL of the service, which the client under test gets.
    let url: String
    let admin: String
    /// The address of the world's page.
    let page: String
    /// The situation in which the world began.
    @Nullable var situation: String?
}

/// The document of `GET state` and `PUT state`, which `DeviceExport` writes and `DeviceDocument` reads in parts.
struct StateDocument: Decodable, Shaped {
    let format: String
    let version: Int
    let documents: Members

    static let shapes = [
        Shape(
            of: Self.self,
            [
                "format": Schema.constant("tvsim-device"), "version": ["const": 1],
                "documents": ["additionalProperties": true],
            ])
    ]
}

/// The answer of `POST saml/issue`.
struct IssuedAnswer: Codable, Shaped {
    @Nullable var response: String?
    @Nullable var base64: String?
    let certificate: String

    static let shapes = [Shape(of: Self.self, ["base64": Schema.base64], isPartial: true)]
}

extension RedactedExchange.Message: Shaped {
    package static let shapes = [
        Shape(
            of: Self.self, ["length": ["minimum": 0]],
            optional: [
                "saml": [
                    "type": "object",
                    "description": "The SAML response in the body, as 'saml inspect' prints it.",
                ]
            ], isPartial: true)
    ]
}

extension ValidationReport: SchemaSource {
    /// Returns the schema: that of a valid response or of another one.
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["oneOf": [reader.schema(of: Accepted.self), reader.schema(of: Refused.self)]]
    }
}

extension ValidationReport.Accepted: Shaped {
    package static let shapes = [Shape(of: Self.self, ["valid": ["const": true]], isPartial: true)]
}

extension ValidationReport.Refused: Shaped {
    package static let shapes = [Shape(of: Self.self, ["valid": ["const": false]])]
}

extension VerifiedResponse.Signed: WireWord {}
extension ValidationFailure.Policy: WireWord {}
