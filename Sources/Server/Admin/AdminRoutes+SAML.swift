import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations that do what `saml issue`, `saml validate`, `saml defects` and `token verify` of the command line do.
    static let saml = [issueResponse, validateResponse, listDefects, verifyToken]

    private static let issueResponse = AdminRoute(
        method: .post, path: "/saml/issue", operation: "issueResponse",
        summary: "Creates a SAML response of a provider of this world, valid or with defects, as 'saml issue' does. "
            + "Changes nothing.",
        body: .init(
            summary: "The options, all of which may be missing.", schema: .object(IssuingOptions.fields.schema)),
        bodyLimit: ServerLimits.samlBody,
        answer: .init(
            summary: "The response, null with the defect noResponse, and the certificate that verifies it.",
            IssuedAnswer.self), canRefuse: true
    ) { request in
        let maker = try ResponseMaker(try given(in: request), at: request.device.now()) { request.device }
        let response = try maker.issue()
        return try json(
            IssuedAnswer(
                response: response, base64: response.map { Data($0.utf8).base64EncodedString() },
                certificate: maker.ownCertificate))
    }

    private static let validateResponse = AdminRoute(
        method: .post, path: "/saml/validate", operation: "validateResponse",
        summary: "Validates a SAML response, as 'saml validate' does. An invalid response has status 200 too.",
        body: .init(
            summary: "The response and its requirements.", schema: .object(ValidationOptions.fields.schema)),
        bodyLimit: ServerLimits.samlBody,
        answer: .init(summary: "The verdict.", by: ValidationReport.self), canRefuse: true
    ) { request in
        let given = try given(in: request)
        let options = try ValidationOptions(given)
        return try json(
            ValidationReport(
                ofPasted: Data(options.response.utf8), by: options.check(in: given),
                at: options.at ?? request.device.now()))
    }

    private static let listDefects = AdminRoute(
        method: .get, path: "/saml/defects", operation: "listDefects",
        summary: "Lists the defects that a SAML response can have, as 'saml defects' prints them.",
        answer: .init(summary: "The defects, in the order in which a response gets them.", DefectListing.self)
    ) { _ in
        try json(DefectListing())
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
            MediaTokenVerification.Report.self), canRefuse: true
    ) { request in
        var question = MediaTokenQuestion.fields.defaults
        try given(in: request).read(MediaTokenQuestion.fields, into: &question)
        let verification = try MediaTokenVerification(
            Data(question.token.utf8), resource: question.resource, requestor: question.requestor,
            at: try question.at ?? request.device.now())
        return try json(verification.report)
    }

    /// Returns the options in a request's body, a JSON object.
    private static func given(in request: AdminRequest) throws -> ParsedOptions {
        ParsedOptions(json: try request.members(expecting: ("the body is not a JSON object", "{}")))
    }
}
