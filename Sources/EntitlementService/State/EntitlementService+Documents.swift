import Foundation
import SimulationCore
package import StateStorage

extension EntitlementService {
    /// The documents that the service keeps.
    package static let documents = ServiceDocument.all
    /// What the names of those begin with in which devices describe themselves.
    package static let sessionDocuments = ServiceDocument.sessions

    /// How many registrations a state may have counted: far from the last that a number of JSON can count (RFC 8259 § 6).
    private static let mostRegistrations = 1 << 52

    /// Finds what the service cannot be configured to be, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document and what is out of its bounds.
    package func check() throws {
        let registrations = try simulation.store.read { try $0.value(for: ServiceDocument.registrations) } ?? 0
        guard (0...Self.mostRegistrations).contains(registrations) else {
            throw StateError(
                .malformedDocument,
                "the document '\(ServiceDocument.registrations.name)': no registrations are left to count")
        }
        let configuration = try configuration()
        var durations = ["accessTokenTTL": configuration.accessTokenTTL]
        var counts: [String: Int] = [:]
        var limits: [String: Int] = [:]
        var certificates: [(place: String, pem: String?)] = []
        let names = RepeatedNames(document: ServiceDocument.configuration.name)
        try names.check(configuration.requestors.map(\.id))
        for requestor in configuration.requestors {
            try names.check(requestor.integrations.map(\.mvpd), of: requestor.id)
            certificates.append(("\(requestor.id).certificate", requestor.certificate))
            certificates.append(("\(requestor.id).serviceTokenCertificate", requestor.serviceTokenCertificate))
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
                for certificate in integration.identityProvider?.certificates ?? [] {
                    certificates.append((place + "identityProvider.certificates", certificate))
                }
            }
        }
        let throttles =
            configuration.throttle.map {
                Throttle.rates.contains($0.requestsPerSecond) && Throttle.bursts.contains($0.burst)
            } ?? true
        let wrong =
            (throttles ? [] : ["throttle"])
            + (configuration.partnerRequestID.map(ServiceConfiguration.isXMLIdentifier) == false
                ? ["partnerRequestID"] : []) + durations.filter { !TimeText.isDuration($0.value) }.keys.sorted()
            + counts.filter { !TempPass.counts.contains($0.value) }.keys.sorted()
            + limits.filter { !Integration.resourceLimits.contains($0.value) }.keys.sorted()
            + certificates.filter { $0.pem.map { (try? PinnedCertificates.read($0)) == nil } ?? false }.map(\.place)
        guard let first = wrong.first else { return }
        throw StateError(
            .malformedDocument, "the document '\(ServiceDocument.configuration.name)': '\(first)' has a wrong value")
    }
}
