package import TVSimStructuredText

/// Creates the URL at which a browser ends a session at an MVPD, as in the documentation's samples.
package enum LogoutAddress {
    /// Returns the URL.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - requestor: The service provider.
    ///   - redirectURL: The URL that the browser is redirected to afterwards.
    ///   - logout: The logout's identifier, sent as `pt_device_id`; `nil` if no page is shown.
    /// - Returns: The URL, relative to the service.
    package static func path(mvpd: MVPDID, requestor: RequestorID, redirectURL: String, logout: String? = nil) -> String
    {
        let fields = [
            (name: "noflash", value: "true"), (name: "mso_id", value: mvpd.rawValue),
            (name: "requestor_id", value: requestor.rawValue), (name: "redirect_url", value: redirectURL),
        ]
        return "/adobe-services/logout?" + FormCoding.encode(fields + (logout.map { [("pt_device_id", $0)] } ?? []))
    }
}
