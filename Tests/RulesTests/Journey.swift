import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// The long journey of the reference client: it exercises the rules, one flaw breaks one of them.
extension ReferenceClient {
    /// The profile of the journey's world.
    static let profile = """
        providers:
          Cablevision:
            subscribers:
              alice: {entitlements: [news, movies]}
        """

    /// Walks the journey.
    func walk() async throws {
        try perform("mark: launch")
        try await register()
        try await renewToken()
        if has("token-kept") { try await renewToken() }
        _ = try await call(.get, "/configuration")
        try perform("advance: 130s")
        _ = try await call(.get, "/configuration")
        if has("config-cached") { _ = try await call(.get, "/configuration") }
        try await signInForTheFirstTime()
        try await watch()
        try await meetErrors()
        try await relaunch()
        try await leave()
    }

    private func signInForTheFirstTime() async throws {
        if has("profile-ended") {
            _ = try await profile()
            try await decide("authorize", ["news"])
        } else {
            _ = try await profile()
        }
        let old = try await beginSession()
        try perform("advance: 5s")
        try await poll(old)
        let code = try await beginSession()
        try perform("advance: 5s")
        if has("poll-stop") { try await poll(old) }
        try await poll(code)
        if !has("poll-gap") { try perform("advance: 5s") }
        try await poll(code)
        try perform("mark: shownCode")
        try await signIn(code: code)
        try perform("advance: 5s")
        try await poll(code)
        try perform("advance: 5s")
        if has("session-needed") { _ = try await beginSession() }
        if has("config-needed") { _ = try await call(.get, "/configuration") }
    }

    private func watch() async throws {
        try await decide("preauthorize", ["news"])
        try await decide("preauthorize", has("preauth-kept") ? ["news", "movies"] : ["movies"])
        try await play()
        if has("authorize-first") { try perform("mark: {event: play, resource: news}") }
        try await decide("authorize", ["sports"])
        if !has("denial-told") { try perform("mark: shownDenial") }
        if has("resource-limit") { try await decide("authorize", ["news", "movies"]) }
        if has("bearer") { _ = try await call(.get, "/profiles", headers: [.authorization: "Basic YTpi"]) }
        if has("device-id") {
            _ = try await call(.get, "/profiles", headers: [.deviceIdentifier: "device-1"])
        }
        if has("device-info") { _ = try await call(.get, "/profiles", headers: [.deviceInformation: "-"]) }
        if has("device-info-form") {
            let old = information
            information?["osName"] = "Toaster OS"
            _ = try await call(.get, "/profiles")
            information = old
        }
        if has("only-listed") {
            _ = try await call(.get, "/profiles?version=2")
        }
        let person = has("pass-hashed") ? "alice@example.com" : "5994471abb01112afcc18159f6cc74b4"
        _ = try await call(
            .get, "/profiles/Cablevision",
            headers: [.temporaryIdentity: Data(person.utf8).base64EncodedString()])
    }

    /// Plays what an authorization permits, after a server has verified its media token.
    private func play() async throws {
        let token = try await decide("authorize", ["news"]).mediaToken
        if !has("token-verified") { try perform("mark: {event: tokenVerified, token: \(token)}") }
        if has("token-once") { try perform("mark: {event: tokenVerified, token: \(token)}") }
        try perform("mark: {event: play, resource: news}")
    }

    private func meetErrors() async throws {
        // None of these can be helped by a repetition.
        for _ in 0..<(has("action-none") ? 5 : 2) { _ = try await call(.get, "/profiles/Unknown") }
        try perform("fault: {at: service.authorize, error: network_received_error, times: 6}")
        for gap in has("retry-limit") ? [1, 1, 1, 1] : [1, 2, 4] {
            try await decide("authorize", ["news"])
            try perform("advance: \(gap)s")
        }
        if has("retry-limit") { try await decide("authorize", ["news"]) }
        try perform("clearFaults")
        try perform("fault: {at: service.authorize, error: authenticated_profile_missing, times: 1}")
        try await decide("authorize", ["news"])
        if !has("action-authentication") { _ = try await profile() }
        try await play()
    }

    private func relaunch() async throws {
        try perform("mark: launch")
        if has("mvpd-kept") { _ = try await call(.get, "/configuration") }
        _ = try await profile()
        if has("reg-kept") {
            try await register()
            try await renewToken()
            _ = try await profile()
        }
        if has("device-stable") { device = "device-2" }
        try perform("advance: 25h")
        if has("token-fresh") { _ = try await profile() }
        try await renewToken()
        _ = try await profile()
        try perform("fault: {at: service.profiles, error: invalid_access_token_client_application, times: 1}")
        _ = try await profile()
        if has("token-401") { _ = try await profile() }
        if has("action-registration") { _ = try await call(.get, "/profiles") }
        // Two tokens of one instant are equal.
        try perform("advance: 1s")
        try await renewToken()
        _ = try await profile()
    }

    private func leave() async throws {
        if !has("logout-asked") { try perform("mark: requestedByUser") }
        let answer = try await call(.get, "/logout/Cablevision?redirectUrl=https%3A%2F%2Fapp.example%2Fout")
        guard case .object(let steps)? = answer["logouts"], case .object(let step)? = steps["Cablevision"],
            let url = step["url"]?.string
        else { return }
        if !has("logout-page") { try await open(url) }
    }
}
