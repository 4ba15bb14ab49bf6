import TVSimEntitlementAPI

/// Rules that all partner endpoints share.
enum PartnerRules {
    /// Throws a ``Refusal`` for a partner other than Apple.
    static func requireApple(_ route: Route) throws {
        guard route.partner == Partner.apple else {
            throw Refusal(
                .invalidParameterPartner,
                InputFate(
                    "partner", .value, found: Naming.quoted(route.partner),
                    expected: "the only partner, '\(Partner.apple)'"))
        }
    }
}
