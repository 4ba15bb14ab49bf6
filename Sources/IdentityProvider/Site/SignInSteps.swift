import StructuredText

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
    private let code: String?
    private let isConsented: Bool
    private let hidden: [FormField]

    init(_ form: [FormField], of provider: Provider) {
        self.provider = provider
        let page = provider.signInPage ?? SignInPageSettings()
        all = page.steps
        let step = form.value("step")
        let place = step.flatMap(Int.init) ?? 0
        self.place = all.indices.contains(place) ? place : 0
        submitted = step == "entry" || form.isEmpty ? nil : page.steps[self.place]
        name = form.value(page.userNameField)
        password = form.value(page.passwordField)
        code = form.value("code")
        isConsented = form.value("action") == "consent" || form.value("consent") == "yes"
        hidden = form
    }

    /// Whether one of the steps asks for the password.
    var hasPassword: Bool { all.contains(.credentials) || all.contains(.password) }

    /// Whether the submitted step is the last.
    var isLast: Bool { place == all.count - 1 }

    /// The name of a configured hidden field that did not come back; `nil` if all did.
    var lostField: String? {
        (provider.signInPage?.hidden ?? [:]).sorted { $0.key < $1.key }.first { hidden.value($0.key) != $0.value }?.key
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
        case .consent: return isConsented
        }
    }

    /// The hidden fields of the page of a step, or of the entry: those that are configured, the position of the step,
    /// and the answers to earlier steps.
    func carried(to place: Int?) -> [(name: String, value: String)] {
        let page = provider.signInPage ?? SignInPageSettings()
        var fields = page.hidden.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        guard let place else { return fields + [("step", "entry")] }
        guard all.count > 1 || page.entry == .button else { return fields }
        fields.append(("step", "\(place)"))
        for step in all.prefix(place) {
            switch step {
            case .userName: fields.append((page.userNameField, name ?? ""))
            case .password: fields.append((page.passwordField, password ?? ""))
            case .credentials:
                fields += [(page.userNameField, name ?? ""), (page.passwordField, password ?? "")]
            case .code: fields.append(("code", code ?? ""))
            case .consent: fields.append(("consent", "yes"))
            }
        }
        return fields
    }
}
