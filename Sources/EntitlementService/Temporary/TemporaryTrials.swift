import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// Finds the trials of a temporary pass by device and user.
///
/// A basic pass belongs to the device. A promotional pass belongs to device and user: a known device or a known user
/// continues the existing trial, which then belongs to both.
struct TemporaryTrials {
    let holder: Holder
    let integration: Integration
    let limits: TempPass
    /// The user that the request names; always `nil` for a basic pass.
    let person: String?

    /// Reads the device and the user of a request; `nil` if the MVPD is not a temporary pass.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - holder: The app and the device.
    ///   - integration: The integration with the MVPD.
    ///   - takingIdentity: Whether the endpoint reads AP-TempPass-Identity; otherwise the header is ignored.
    /// - Throws: ``Refusal`` if the pass permits nothing, or is promotional and the request does not name the user.
    init?(_ request: ProtectedRequest, holder: Holder, integration: Integration, takingIdentity: Bool = true) throws {
        let (inputs, header) = (request.base.inputs, HTTPField.Name.temporaryIdentity)
        let came = request.base.fields[header] != nil
        guard let limits = integration.tempPass else {
            if came {
                inputs.note(
                    InputFate(
                        header.rawName, .tempPass, found: "'\(integration.mvpd)', which is not a temporary pass",
                        expected: "a promotional pass"))
            }
            return nil
        }
        guard limits.duration > 0, limits.resources.map({ $0 > 0 }) ?? true else {
            throw Refusal(
                .invalidConfigurationTemporaryAccess,
                "The pass '\(integration.mvpd)' permits nothing: its duration is "
                    + "\(TimeText.format(duration: limits.duration))\(limits.resources.map { ", and its number of resources is \($0)" } ?? "")."
            )
        }
        self.holder = holder
        self.integration = integration
        self.limits = limits
        guard limits.resources != nil, takingIdentity else {
            person = nil
            if came, takingIdentity {
                inputs.note(
                    InputFate(
                        header.rawName, .tempPass, found: "'\(integration.mvpd)', a pass without a number of resources",
                        expected: "a promotional pass"))
            } else if came, limits.resources != nil {
                inputs.note(InputFate(header.rawName, .need))
            }
            return
        }
        let identity = request.base.header(header).flatMap(TemporaryIdentity.init)
        person = identity?.person(underKey: limits.userInformationKey)
        guard person == nil else {
            inputs.use(header)
            return
        }
        let flaw =
            request.base.flaw(of: header)
            ?? InputFate(
                header.rawName, identity == nil ? .encoding : .form,
                found: identity == nil
                    ? "not Base64, or of an empty text"
                    : "an object with \(Naming.list((identity?.members ?? [:]).map(\.key)))",
                expected: identity == nil
                    ? "Base64" : "one with the key '\(limits.userInformationKey)' of the pass '\(integration.mvpd)'")
        throw Refusal(.invalidHeaderIdentityForTemporaryAccess, flaw)
    }

    /// Returns the access of every known trial, the user's first; a new trial if none is known.
    ///
    /// The device and the user may have separate trials. They stay separate, and both must permit: a used-up trial
    /// blocks its device and its user.
    ///
    /// Adobe Pass, Promotional Temp Pass.
    func accesses(in state: any StateReading, at now: Date) throws -> [TemporaryAccess] {
        var ids: [String] = []
        for id in try names.compactMap({ try state.value(for: $0) }) where !ids.contains(id) { ids.append(id) }
        return try (ids.isEmpty ? [freshID] : ids).map { id in
            let trial = try state.value(for: place.trial(id)) ?? TemporaryTrial(id: id)
            return TemporaryAccess(trial: trial, limits: limits, device: holder.device.fingerprint, now: now)
        }
    }

    /// Returns the access of the pass: that of a used-up trial if there is one.
    func access(in state: any StateReading, at now: Date) throws -> TemporaryAccess {
        let accesses = try accesses(in: state, at: now)
        return accesses.first { $0.exhaustion != nil } ?? accesses[0]
    }

    /// Records a resource in every trial, and links new names of device or user to the first trial.
    func use(_ resource: ResourceID, in accesses: [TemporaryAccess], _ state: any StateWriting) throws {
        for access in accesses {
            let trial = access.permitting(resource)
            try state.setValue(trial, for: place.trial(trial.id))
        }
        for name in names where try state.value(for: name) == nil {
            try state.setValue(accesses[0].trial.id, for: name)
        }
    }

    private var place: TrialDocuments {
        TrialDocuments(serviceProvider: holder.serviceProvider, mvpd: integration.mvpd)
    }

    /// The keys of the user's and the device's trial, the user's first.
    private var names: [StateKey<String>] {
        [person.map(place.person), place.device(holder.device.fingerprint)].compactMap(\.self)
    }

    private var freshID: String {
        let parts = [holder.serviceProvider.rawValue, integration.mvpd.rawValue, person ?? holder.device.fingerprint]
        return Hexadecimal.sha256(of: parts.joined(separator: "\n"), octets: 20)
    }
}
