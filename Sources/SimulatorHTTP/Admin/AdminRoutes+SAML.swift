import EntitlementAPI
import Foundation
import HTTPTypes
import Settings
import SimulatedWorld
import SimulationCore
import StructuredText
import TVSimulator

extension AdminRoutes {
    /// The operations that do what `saml issue`, `saml validate` and `token verify` of the command line do.
    static let saml = [issueResponse, validateResponse, verifyToken]

    private static let issueResponse = AdminRoute(
        method: .post, path: "/saml/issue", operation: "issueResponse",
        summary: "Creates a SAML response of a provider of this world, valid or with defects, as 'saml issue' does. "
            + "Changes nothing.",
        body: .init(summary: "The options, all of which may be missing.", schema: .object(ResponseOrder.fields.schema)),
        bodyLimit: ServerLimits.samlBody,
        answer: .init(
            summary: "The response, null with the defect noResponse, and the certificate that verifies it.",
            schema: object([
                "response": ["type": ["string", "null"]],
                "base64": ["type": ["string", "null"], "contentEncoding": "base64"],
                "certificate": ["type": "string"],
            ])), canRefuse: true
    ) { request in
        var order = try options(of: request, ResponseOrder.fields)
        order.at = try order.at ?? request.device.now()
        let maker = try order.maker { request.device }
        let response = try maker.issue()
        return try json([
            "response": JSONValue(response),
            "base64": JSONValue(response.map { Data($0.utf8).base64EncodedString() }),
            "certificate": .string(maker.ownCertificate),
        ])
    }

    private static let validateResponse = AdminRoute(
        method: .post, path: "/saml/validate", operation: "validateResponse",
        summary: "Validates a SAML response, as 'saml validate' does. An invalid response has status 200 too.",
        body: .init(
            summary: "The response and its requirements.", schema: .object(ResponseQuestion.fields.schema)),
        bodyLimit: ServerLimits.samlBody,
        answer: .init(
            summary: "The verdict.",
            schema: object(
                [
                    "valid": ["type": "boolean"],
                    "failures": [
                        "type": "array",
                        "items": object(["policy": ["type": "string"], "reason": ["type": "string"]]),
                    ],
                    "issuer": ["type": "string"], "nameID": ["type": ["string", "null"]],
                    "attributes": [
                        "type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]],
                    ],
                    "signed": ["type": "string"], "sessionNotOnOrAfter": ["type": ["string", "null"]],
                    "notes": ["type": "array", "items": ["type": "string"]],
                ],
                optional: [
                    "failures", "issuer", "nameID", "attributes", "signed", "sessionNotOnOrAfter", "notes",
                ])), canRefuse: true
    ) { request in
        let question = try options(of: request, ResponseQuestion.fields)
        let verdict = try question.verdict(of: Data(question.response.utf8), at: try request.device.now())
        return HTTPAnswer(json: try JSONText.line(verdict) + "\n")
    }

    private static let verifyToken = AdminRoute(
        method: .post, path: "/token/verify", operation: "verifyToken",
        summary: "Validates a media token as a media server would, as 'token verify' does. An invalid token has "
            + "status 200 too.",
        body: .init(
            summary: "The token and its requirements.", schema: .object(MediaTokenQuestion.fields.schema)),
        bodyLimit: ServerLimits.samlBody,
        answer: .init(
            summary: "The verdict; the token is present if its signature is valid.",
            schema: object(
                [
                    "valid": ["type": "boolean"], "verdict": ["type": "string"], "reason": ["type": "string"],
                    "token": ["type": "object"],
                ], optional: ["token"])), canRefuse: true
    ) { request in
        let question = try options(of: request, MediaTokenQuestion.fields)
        let verification = try MediaTokenVerification(
            Data(question.token.utf8), resource: question.resource, requestor: question.requestor,
            at: try question.at ?? request.device.now())
        return HTTPAnswer(json: try JSONText.line(verification) + "\n")
    }

    /// Reads the options in a request's body, a JSON object.
    private static func options<Options>(
        of request: AdminRequest, _ fields: ObjectFormat<Options>
    ) throws -> Options {
        guard let json = try? JSONValue(json: request.body), case .object = json else {
            throw AdminError(400, "the body is not a JSON object", suggestion: "{}")
        }
        let notes = ReadingNotes(clock: try request.device.now())
        return try fields.format.read(ValueCursor(json), notes)
    }
}
