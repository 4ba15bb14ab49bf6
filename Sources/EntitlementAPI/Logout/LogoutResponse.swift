package import Identifiers

/// What is left to do after the profiles were removed, by MVPD.
package struct LogoutResponse: Codable, Hashable, Sendable {
    /// What is left to do for one MVPD.
    package struct Logout: Codable, Hashable, Sendable {
        /// What to do.
        package enum ActionName: String, WireWord {
            /// Open ``Logout/url``, at which the MVPD ends its session.
            case logout
            /// Tell the person to sign out in the system's settings.
            case partnerLogout = "partner_logout"
            /// Nothing.
            case complete
            /// Nothing, because the device had no profile.
            case invalid
        }

        /// How a person takes part.
        package enum ActionType: String, WireWord {
            /// In a browser.
            case interactive
            /// In the system's settings.
            case partnerInteractive = "partner_interactive"
            /// Without a person.
            case none
        }

        /// What to do.
        package var actionName: ActionName
        /// Whether a person takes part.
        package var actionType: ActionType
        /// The MVPD.
        package var mvpd: MVPDID
        /// Where the MVPD ends its session.
        package var url: String?

        /// Creates an entry; the action's type follows from its name.
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

    /// What is left to do, by MVPD.
    package var logouts: [MVPDID: Logout]

    /// Creates an answer.
    package init(logouts: [MVPDID: Logout]) {
        self.logouts = logouts
    }
}

extension EntitlementCall where Answer == LogoutResponse {
    /// Removes the profiles of a device with one MVPD.
    ///
    /// A browser that ends a session at the MVPD is sent to `redirectURL` afterwards.
    package static func logout(
        of serviceProvider: RequestorID, mvpd: MVPDID, redirectURL: String, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(
            Endpoint.logout.route(serviceProvider, mvpd: mvpd), headers: headers, query: [("redirectUrl", redirectURL)])
    }
}
