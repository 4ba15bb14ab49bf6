import TVSimStructuredText

/// What a submitted form says about the steps of a sign-in.
///
/// A form carries the values of the earlier steps in hidden fields, and each submission checks them again. Reload and
/// Back repeat a step, and none can be skipped.
struct SignInSteps {
    let provider: Provider
    /// The steps in order.
    let all: [SignInPageSettings.Step]
    /// The position of the submitted step.
    let place: Int
    /// The submitted step; `nil` for the entry.
    let submitted: SignInPageSettings.Step?
    /// The user name; `nil` if it has not been asked yet.
    let name: String?
    let password: String?
    /// The account that the user chose; `nil` if it has not been asked.
    let account: String?
    private let code: String?
    private let isConsented: Bool
    private let hidden: [FormField]

    init(_ form: [FormField], of provider: Provider) {
        self.provider = provider
        let page = provider.signInPage ?? SignInPageSettings()
        let step = form.value("step")
        let place = step.flatMap(Int.init) ?? 0
        let name = form.value(page.userNameField)
        // The user's name is known before any choice of an account.
        let user = name.flatMap(provider.subscriber)
        let all = page.steps.filter { $0 != .account || user?.accounts.isEmpty == false }
        self.all = all
        self.place = all.indices.contains(place) ? place : 0
        unknownStep = step.flatMap { text in
            text == "entry" || Int(text).map(all.indices.contains) == true ? nil : text
        }
        submitted = step == "entry" || form.isEmpty ? nil : all[self.place]
        self.name = name
        password = form.value(page.passwordField)
        account = form.value("account")
        code = form.value("code")
        isConsented = form.value("action") == "consent" || form.value("consent") == "yes"
        hidden = form
    }

    /// The accounts of the user, whose name is known.
    var accounts: [String] { name.flatMap(provider.subscriber)?.accounts.map(\.name) ?? [] }

    /// Whether one of the steps asks for the password.
    var hasPassword: Bool { all.contains(.credentials) || all.contains(.password) }

    /// Whether the submitted step is the last.
    var isLast: Bool { place == all.count - 1 }

    /// What the form gives as its step, if the sign-in has no such step.
    let unknownStep: String?

    /// The name of a configured hidden field that did not come back; `nil` if all did.
    var lostField: String? {
        configured.first { hidden.value($0.name) != $0.value }?.name
    }

    /// The position of the first earlier step that is not done; `nil` if all are.
    var firstUndone: Int? { all.indices.prefix(place).first { !isDone(all[$0]) } }

    /// Returns whether the form has the right answer to a step.
    func isDone(_ step: SignInPageSettings.Step) -> Bool {
        guard let subscriber = name.flatMap(provider.subscriber) else { return false }
        switch step {
        case .userName: return true
        case .credentials, .password: return password?.utf8.elementsEqual(subscriber.password.utf8) == true
        case .code: return code?.utf8.elementsEqual(subscriber.code.utf8) == true
        case .account: return subscriber.accounts.contains { $0.name == account }
        case .consent: return isConsented
        }
    }

    /// The configured hidden fields, in the order of their names.
    var configured: [(name: String, value: String)] {
        (provider.signInPage?.hidden ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// The hidden fields of the page of a step, or of the entry: those that are configured, the position of the step,
    /// and the answers to earlier steps.
    func carried(to place: Int?) -> [(name: String, value: String)] {
        let page = provider.signInPage ?? SignInPageSettings()
        var fields = configured
        guard let place else { return fields + [("step", "entry")] }
        guard page.steps != [.credentials] || page.entry == .button else { return fields }
        fields.append(("step", "\(place)"))
        for step in all.prefix(place) {
            switch step {
            case .userName: fields.append((page.userNameField, name ?? ""))
            case .password: fields.append((page.passwordField, password ?? ""))
            case .credentials:
                fields += [(page.userNameField, name ?? ""), (page.passwordField, password ?? "")]
            case .code: fields.append(("code", code ?? ""))
            case .account: fields.append(("account", account ?? ""))
            case .consent: fields.append(("consent", "yes"))
            }
        }
        return fields
    }
}
