import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// Reads the fields of a body or a query: each name occurs once, and every value can be decoded.
enum RequestFields {
    /// The parameters that have an error code of their own.
    private static let codes: [String: EnhancedErrorCode] = [
        "mvpd": .invalidParameterMVPD, "redirectUrl": .invalidParameterRedirectURL, "code": .invalidParameterCode,
        "SAMLResponse": .invalidParameterSAMLResponse,
    ]

    /// Reads fields.
    ///
    /// - Parameters:
    ///   - data: The encoded fields.
    ///   - names: The fields that occur once at most; `nil` for all.
    ///   - whole: What the fields are, at the beginning of a sentence.
    ///   - code: The error of a field without an error code of its own.
    /// - Returns: The fields, in their order.
    /// - Throws: ``Refusal`` for the first field that cannot be decoded, or else for the first name that occurs twice.
    static func read(
        _ data: Data, once names: Set<String>? = nil, of whole: String, orRefuse code: EnhancedErrorCode
    ) throws -> [FormField] {
        guard let fields = FormCoding.decode(data) else {
            let name = FormCoding.malformedField(in: data)
            let subject = name.map { "The field '\($0.prefix(64))'" } ?? whole
            let reason = "\(subject) has a malformed percent escape or is not UTF-8."
            throw Refusal(name.flatMap { codes[$0] } ?? code, reason, details: reason)
        }
        if let name = names.map({ fields.given.repeatedName(among: $0) }) ?? fields.repeatedName {
            let reason = "The field '\(name.prefix(64))' occurs twice."
            throw Refusal(codes[name] ?? code, reason, details: reason)
        }
        return fields
    }
}

extension ServiceRequest {
    /// Returns the fields of the body.
    ///
    /// - Throws: ``Refusal`` if they cannot be decoded or a name occurs twice. The code is that of the invalid field,
    ///   or else `code`.
    func form(orRefuse code: EnhancedErrorCode = .unreadableRequest) throws -> [FormField] {
        try RequestFields.read(body, of: "The body", orRefuse: code)
    }

    /// Returns the parameters of a response of OAuth 2 in the query, as ``Swift/Array/init(oauth2:knowing:)`` does.
    ///
    /// - Parameter names: The parameters that the reader knows.
    /// - Returns: The parameters that have a value.
    /// - Throws: ``Refusal`` as ``form(orRefuse:)`` does.
    func oauth2(knowing names: Set<String>) throws -> [FormField] {
        try RequestFields.read(Data(rawQuery.utf8), once: names, of: "The query", orRefuse: .unreadableRequest).given
    }

    /// Returns the fields of the query.
    ///
    /// - Throws: ``Refusal`` as ``form(orRefuse:)`` does.
    func query(orRefuse code: EnhancedErrorCode = .unreadableRequest) throws -> [FormField] {
        try RequestFields.read(Data(rawQuery.utf8), of: "The query", orRefuse: code)
    }
}
