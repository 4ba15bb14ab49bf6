import TVSimEntitlementAPI
import TVSimStructuredText

/// The value of `AP-Partner-Framework-Status`, as far as rules ask for it.
struct FrameworkStatus {
    let access: String?
    /// The end of the sign-in, in seconds since 1970.
    let expires: Double?
    /// Whether the status names a provider.
    let hasProvider: Bool
    let problems: [String]

    init(_ value: JSONValue) {
        var problems: [String] = []
        var permission: Members?
        var provider: Members?
        if case .object(let members) = value {
            if case .object(let found)? = members["frameworkPermissionInfo"] { permission = found }
            if case .object(let found)? = members["frameworkProviderInfo"] { provider = found }
        }
        access = permission?["accessStatus"]?.string
        let known = PartnerFrameworkStatus.AccessStatus.allCases.map(\.rawValue)
        if !known.contains(access ?? "") {
            problems.append("'frameworkPermissionInfo.accessStatus' is not one of \(known.joined(separator: ", "))")
        }
        if provider == nil { problems.append("'frameworkProviderInfo' is missing") }
        let date = provider?["expirationDate"]
        expires = date?.string.flatMap(Double.init).map { $0 / 1000 }
        hasProvider = provider?["id"]?.string?.isEmpty == false
        // A status without a provider is accepted: the vendor's sample of a denied permission has an empty one.
        if hasProvider, expires == nil {
            problems.append("'frameworkProviderInfo.expirationDate' is not a text of milliseconds")
        }
        self.problems = problems
    }
}
