package import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// What the test or the profile had set that led to the outcome of a flow.
package struct FlowCause: Hashable, Sendable {
    /// What was set.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        /// A fault.
        case fault
        /// A defect of a provider's SAML responses.
        case defect
        /// Another setting, the access of an app, or the account.
        case setting
    }

    /// What was set.
    package let kind: Kind
    /// The fault that struck; `nil` for another kind.
    package let fault: InjectedFault?
    /// The setting; `nil` for a fault.
    package let setting: DecidingSetting?
    /// The number of the command that had set it; `nil` if the profile or a person had.
    package private(set) var entry: Int?
    /// The number of the first later entry that changed it again; `nil` if it is still so.
    package internal(set) var ended: Int?
    /// The arguments of the command that added the fault.
    private var words: JSONValue?
    /// The number of the entry that it decided.
    let decided: Int

    init(_ fault: InjectedFault, _ changes: SettingChanges, at number: Int) {
        (kind, self.fault, setting, decided) = (.fault, fault, nil, number)
        let command = fault.id.flatMap { changes.command(for: ["fault", "\($0)"], nil, before: number) }
        (entry, words) = (command?.entry, command?.value)
    }

    init(_ setting: DecidingSetting, isDefect: Bool, _ changes: SettingChanges, at number: Int) {
        (kind, fault, self.setting, decided) = (isDefect ? .defect : .setting, nil, setting, number)
        entry = changes.command(for: setting.path, setting.value, before: number)?.entry
    }

    /// The place of what was set.
    var path: [String] { setting?.path ?? ["fault"] + (fault?.id.map { ["\($0)"] } ?? []) }

    /// The cause as one sentence, without the number of the command.
    package var sentence: String {
        if let fault {
            let name = fault.id.map { "Fault \($0)" } ?? "A fault"
            let what = words.map { CommandSentence.shape(of: $0) } ?? fault.error
            return "\(name) at \(fault.operation.rawValue): \(what.isEmpty ? fault.error : what)."
        }
        return setting.map(Self.sentence) ?? ""
    }

    private static func sentence(_ setting: DecidingSetting) -> String {
        let value = setting.value.map { " is \(CommandSentence.word($0))" } ?? " decided"
        switch setting.group {
        case .integration:
            return "\(CommandSentence.key(setting.key)) of \(setting.mvpd ?? "")\(value).".capitalizedFirst
        case .provider:
            let provider = setting.provider ?? ""
            guard let subscriber = setting.subscriber else {
                return setting.key == "defect"
                    ? "\(provider) has the SAML defect \(setting.value.map(CommandSentence.word) ?? "")."
                    : "\(CommandSentence.key(setting.key)) of \(provider)\(value).".capitalizedFirst
            }
            guard let resource = setting.resource else {
                return "The \(CommandSentence.key(setting.key)) of \(subscriber) at \(provider) decided."
            }
            return "\(provider) has a denial of \(resource) for \(subscriber)."
        case .permission:
            return "Access of \(setting.app ?? "the app")\(setting.value == nil ? " is refused" : value)."
        case .account: return setting.value == "signedOut" ? "No user is signed in." : "The account has expired."
        }
    }
}

extension String {
    /// The text with an upper-case first letter.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
