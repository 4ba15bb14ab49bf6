import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

/// The documentation's list, copied apart from the product: action, then codes with their status.
private let documented: [(action: String, codes: String)] = [
    (
        "none",
        """
        invalid_parameter_service_provider 400; invalid_parameter_mvpd 400; invalid_parameter_code 400;
        invalid_parameter_resources 400; invalid_parameter_redirect_url 400; invalid_parameter_partner 400;
        invalid_parameter_saml_response 400; invalid_header_device_info 400; invalid_header_device_identifier 400;
        invalid_header_identity_for_temporary_access 400; invalid_header_pfs_permission_access_not_present 400;
        invalid_header_pfs_permission_access_not_determined 400; invalid_header_pfs_permission_access_not_granted 400;
        invalid_header_pfs_provider_id_not_determined 400; invalid_header_pfs_provider_id_mismatch 400;
        invalid_header_pfs_provider_info_expired 400; invalid_integration 400; invalid_authentication_session 400;
        preauthorization_denied_by_mvpd 403; authorization_denied_by_mvpd 403;
        authorization_denied_by_parental_controls 403; authorization_denied_by_degradation_rule 403;
        internal_server_error 500
        """
    ),
    (
        "configuration",
        """
        too_many_resources 403; invalid_configuration_user_metadata_certificate 500;
        invalid_configuration_temporary_access 500; invalid_configuration_platform 500;
        invalid_configuration_platform_id 500; invalid_configuration_platform_trait 500;
        invalid_configuration_platform_category_trait 500; invalid_configuration_platform_services 500;
        invalid_configuration_mvpd_platform 500; invalid_configuration_mvpd_platform_boarding_status 500;
        invalid_configuration_mvpd_platform_profile_exchange 500
        """
    ),
    (
        "application-registration",
        "invalid_access_token_service_provider 401; invalid_access_token_client_application 401"
    ),
    (
        "authentication",
        """
        authenticated_profile_missing 403; authenticated_profile_expired 403; authenticated_profile_invalidated 403;
        temporary_access_duration_limit_exceeded 403; temporary_access_resources_limit_exceeded 403;
        authorization_denied_by_hba_policies 403; authorization_denied_by_session_invalidated 403;
        identity_not_recognized_by_mvpd 403
        """
    ),
    (
        "retry",
        "network_received_error 403; network_connection_timeout 403; maximum_execution_time_exceeded 403"
    ),
]

private let rows = documented.flatMap { action, codes in
    codes.split(whereSeparator: { $0 == ";" || $0 == "\n" }).map { entry in
        entry.split(separator: " ").map(String.init) + [action]
    }.filter { $0.count == 3 }
}

@Suite("Enhanced error codes")
struct EnhancedErrorCodeTests {
    @Test("has the documented status and action", arguments: rows)
    func hasDocumentedStatusAndAction(row: [String]) throws {
        let code = try #require(EnhancedErrorCode.named(row[0]))
        #expect(code.status == Int(row[1]))
        #expect(code.action.rawValue == row[2])
    }

    @Test("lists the documented codes, no more and no fewer")
    func listsTheDocumentedCodes() {
        #expect(EnhancedErrorCode.all.map(\.name) == rows.map { $0[0] })
    }

    @Test("writes an error with the documented keys")
    func writesDocumentedKeys() throws {
        let error = EnhancedError(.invalidIntegration, trace: "0")
        let json = try WireCoding.decode(Members.self, from: WireCoding.encode(error))
        #expect(json.keys.sorted() == ["action", "code", "helpUrl", "message", "status", "trace"])
        #expect(json["status"] == .integer(400))
    }

    @Test("reads an error whose code and action are not on the list")
    func readsUnknownCodes() throws {
        let json = #"{"action":"x","status":418,"code":"y","message":"m","helpUrl":"h","trace":"t"}"#
        let error = try WireCoding.decode(EnhancedError.self, from: .init(json.utf8))
        #expect(error.code == "y" && error.action.rawValue == "x")
    }
}
