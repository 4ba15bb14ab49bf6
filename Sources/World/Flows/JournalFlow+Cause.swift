import TVSimCore
import TVSimIdentityProvider
import TVSimStructuredText

extension JournalFlow {
    /// Returns what had been set that led to the outcome; `nil` if nothing is known to have led to it.
    func cause(_ changes: SettingChanges) -> FlowCause? {
        let outcome = self.outcome
        switch outcome.verdict {
        case .note, .changed, .ok: return nil
        case .fellBack, .refused, .failed, .fault: break
        }
        if let fault = outcome.fault { return FlowCause(fault, changes, at: outcome.number) }
        // A defect of the status, or one by which no response is sent, shows itself before a policy is applied.
        let isSeenEarlier =
            (outcome.isWithoutResponse || outcome.isRefusalOfMVPD) && (defect?.policy ?? "status") == "status"
        if let defect, isSeenEarlier || defect.policy.map({ outcome.policies.contains($0) }) ?? false {
            let setting = DecidingSetting.provider(defect.provider, "defect", .string(defect.name))
            return FlowCause(setting, isDefect: true, changes, at: outcome.number)
        }
        if var setting = outcome.setting {
            if setting.group == .permission {
                // The status of the app has several reasons: the framework knows whether it was the permission.
                guard let access else { return nil }
                setting = access
            }
            return FlowCause(setting, isDefect: false, changes, at: outcome.number)
        }
        // A client of REST API V2 hands over the status that the framework gave it.
        let isOfFramework = kind == .access || kind == .account
        let refused = isOfFramework || judged == [false] ? access : nil
        let missing = isOfFramework || judged == [true, false] ? account : nil
        guard let setting = refused ?? missing else { return nil }
        return FlowCause(setting, isDefect: false, changes, at: outcome.number)
    }
}
