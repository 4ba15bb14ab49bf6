package import TVSimStructuredText

/// The remaining steps of a logout, by MVPD.
///
/// The service has already removed the profiles.
package struct LogoutActionsResponse: Codable, Hashable, Sendable {
    /// The remaining step for one MVPD.
    package struct Logout: Codable, Hashable, Sendable {
        /// The next action.
        package enum ActionName: String, WireWord {
            /// Open ``Logout/url``, where the MVPD ends its session.
            case logout
            /// Tell the user to sign out in the system's settings.
            case partnerLogout = "partner_logout"
            /// No action.
            case complete
            /// No action, because the device had no profile.
            case invalid
        }

        /// The user's part in the action.
        package enum ActionType: String, WireWord {
            /// The user takes part in a browser.
            case interactive
            /// The user takes part in the system's settings.
            case partnerInteractive = "partner_interactive"
            /// The user does not take part.
            case none
        }

        /// The next action.
        package var actionName: ActionName
        /// The user's part in the action.
        package var actionType: ActionType
        /// The MVPD.
        package var mvpd: MVPDID
        /// The URL where the MVPD ends its session; `nil` for other actions.
        package var url: String?

        /// Creates an entry; the action's type is derived from its name.
        package init(_ actionName: ActionName, mvpd: MVPDID, url: String? = nil) {
            self.actionName = actionName
            actionType =
                switch actionName {
                case .logout: .interactive
                case .partnerLogout: .partnerInteractive
                case .complete, .invalid: .none
                }
            self.mvpd = mvpd
            self.url = url
        }
    }

    /// The remaining steps, by MVPD.
    package var logouts: [MVPDID: Logout]

    /// Creates a response.
    package init(logouts: [MVPDID: Logout]) {
        self.logouts = logouts
    }
}

extension EntitlementCall where Answer == LogoutActionsResponse {
    /// Removes the profiles of a device with an MVPD.
    ///
    /// - Parameters:
    ///   - serviceProvider: The service provider.
    ///   - mvpd: The MVPD.
    ///   - redirectURL: The URL that the browser is redirected to after the MVPD has ended its session.
    ///   - headers: The request's headers.
    /// - Returns: The call.
    package static func logout(
        of serviceProvider: RequestorID, mvpd: MVPDID, redirectURL: String, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(
            Endpoint.logout.route(serviceProvider, mvpd: mvpd), headers: headers, query: [("redirectUrl", redirectURL)])
    }
}
