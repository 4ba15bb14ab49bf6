import Foundation
import SimulationCore
package import StateStorage

extension EntitlementService {
    /// The documents that the service keeps.
    package static let documents = ServiceDocument.all
    /// What the names of those begin with in which devices describe themselves.
    package static let sessionDocuments = ServiceDocument.sessions

    /// Finds what the service cannot be configured to be, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document and what is out of its bounds.
    package func check() throws {
        let configuration = try configuration()
        var durations = ["accessTokenTTL": configuration.accessTokenTTL]
        var counts: [String: Int] = [:]
        var limits: [String: Int] = [:]
        for requestor in configuration.requestors {
            for integration in requestor.integrations {
                let place = "\(requestor.id).\(integration.mvpd)."
                durations[place + "authenticationTTL"] = integration.authenticationTTL
                durations[place + "authorizationTTL"] = integration.authorizationTTL
                durations[place + "mediaTokenTTL"] = integration.mediaTokenTTL
                durations[place + "homeBasedAuthenticationTTL"] = integration.homeBasedAuthenticationTTL
                durations[place + "tempPass.duration"] = integration.tempPass?.duration
                limits[place + "authorizationResourceLimit"] = integration.authorizationResourceLimit
                limits[place + "preauthorizationResourceLimit"] = integration.preauthorizationResourceLimit
                counts[place + "tempPass.resources"] = integration.tempPass?.resources
            }
        }
        let throttles =
            configuration.throttle.map {
                (1...Self.counts.upperBound).contains($0.requestsPerSecond) && Self.counts.contains($0.burst)
            } ?? true
        let wrong =
            (throttles ? [] : ["throttle"])
            + (configuration.partnerRequestID.map(ServiceConfiguration.isXMLIdentifier) == false
                ? ["partnerRequestID"] : []) + durations.filter { !Self.durations.contains($0.value) }.keys.sorted()
            + counts.filter { !Self.counts.contains($0.value) }.keys.sorted()
            + limits.filter { !Integration.resourceLimits.contains($0.value) }.keys.sorted()
        guard let first = wrong.first else { return }
        throw StateError(
            .malformedDocument, "the document '\(ServiceDocument.configuration.name)': '\(first)' has a wrong value")
    }

    private static let durations = 0...TimeText.longestDuration
    private static let counts = 0...Int(Int32.max)
}
