// The restrictions on the messages of the single sign-on service.
import TVSimStructuredText

extension SingleSignOnError {
    /// Returns the shapes of the error responses with a status.
    package static func shapes(status: Int, _ codes: [SingleSignOnErrorCode]) -> [Shape] {
        [
            Shape(of: Self.self, ["status": Schema.constant(name(of: status))], isPartial: true),
            Shape(
                of: Detail.self,
                [
                    "status": ["const": .integer(Int64(status))],
                    "code": Schema.texts(Set(codes.map(\.name)).sorted()),
                    "action": Schema.texts(Set(codes.map(\.action)).sorted()), "helpUrl": Schema.uri,
                    "trace": Schema.uuid,
                ], isPartial: true),
        ]
    }
}

extension ServiceTokenResponse {
    /// Returns the shape of the responses with a result.
    static func shapes(_ status: SingleSignOnStatus) -> [Shape] {
        [Shape(of: Self.self, ["status": Schema.word(status)])]
    }
}

extension LinkResponse: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["status": Schema.word(SingleSignOnStatus.created), "code": linkCode])]
    }

    /// The schema of a link code.
    private static let linkCode = Schema.pattern("^[0-9]{6}$")
}

extension UnlinkRequest: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["devices": ["minItems": 1]])] }
}

extension UnlinkResponse: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["status": Schema.word(SingleSignOnStatus.ok)])] }
}

extension Endpoint.Refused {
    /// Returns the error responses of the single sign-on service.
    static func singleSignOn(wrongMethod: String) -> [Endpoint.Refused] {
        // The catalogue has no error for these cases, so they keep the code of REST API V2.
        let others: [EnhancedErrorCode] = [
            .invalidParameterServiceProvider, .invalidHeaderDeviceInfo, .unreadableRequest,
            .internalError(status: 405, ""),
        ]
        let codes = SingleSignOnErrorCode.all + others.map(SingleSignOnErrorCode.init)
        return [
            (405, wrongMethod), (400, "A header, a link code, a service token or the body is missing or invalid."),
            (401, "The access token or the service token is missing, invalid or expired."),
            (500, "The service failed."),
        ].map { status, summary in
            Endpoint.Refused(status, summary, .singleSignOn(codes.filter { $0.status == status }))
        }
    }
}
