import EntitlementAPI

/// The form with which a session begins or goes on, and who is to blame when it cannot be read.
enum SessionForm {
    /// The code of a body that no parameter is to blame for: the documented list has none.
    static let malformedBody = EnhancedErrorCode.internalError(status: 400, "The body cannot be read.")

    /// Returns the fields.
    ///
    /// - Throws: ``Refusal`` when the body is no form; with the code of the field that cannot be decoded where it has one.
    static func fields(of request: ServiceRequest) throws -> [FormField] {
        let code: EnhancedErrorCode =
            switch FormCoding.malformedField(in: request.body) {
            case "mvpd": .invalidParameterMVPD
            case "redirectUrl": .invalidParameterRedirectURL
            default: malformedBody
            }
        return try request.form(orRefuse: code)
    }
}
