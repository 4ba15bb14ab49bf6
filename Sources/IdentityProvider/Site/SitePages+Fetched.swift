import Mustache

extension SitePages {
    /// Returns the page of a sign-in whose script sends JSON: it has the fields of all steps, of which one is shown.
    static func fetchedSignIn(
        provider: Provider, query: String, hidden: [(name: String, value: String)], name: String, forced: Bool
    ) -> String {
        let page = provider.signInPage ?? SignInPageSettings()
        let parts = page.steps.enumerated().map { place, step -> [String: Any] in
            [
                "step": step.rawValue, "button": button(of: step, in: page), "later": place > 0,
                "asksName": step == .credentials || step == .userName,
                "asksPassword": step == .credentials || step == .password, "asksCode": step == .code,
                "asksAccount": step == .account, "asksConsent": step == .consent,
                "userNameField": page.userNameField, "passwordField": page.passwordField, "name": name,
            ]
        }
        return render(
            fetchedTemplate,
            [
                "title": "Sign in to \(provider.displayName)", "forced": forced,
                "hidden": ([("query", query), ("step", "0"), ("consent", "")] + hidden).map {
                    ["name": $0.0, "value": $0.1]
                },
                "parts": parts, "button": button(of: page.steps[0], in: page),
                "showsCode": page.steps.contains(.code),
                "subscribers": provider.subscribers.map {
                    ["name": $0.name, "password": $0.password, "code": $0.code]
                },
            ])
    }

    private static let fetchedTemplate = page(
        """
        <noscript><p role="alert">This page needs scripts.</p></noscript>
        <p id="note" role="alert" hidden></p>
        {{#forced}}<p>The app asks you to sign in again.</p>{{/forced}}
        <form method="post" action="login" data-form="fetch">
        {{#hidden}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/hidden}}{{#parts}}<div data-step="{{step}}" data-button="{{button}}"{{#later}} hidden{{/later}}>
        {{#asksName}}<p><label for="username">Name</label>
        <input id="username" name="{{userNameField}}" autocomplete="username" value="{{name}}" required\
        {{#later}} disabled{{/later}}></p>
        {{/asksName}}{{#asksPassword}}<p><label for="password">Password</label>
        <input id="password" name="{{passwordField}}" type="password" autocomplete="current-password" required\
        {{#later}} disabled{{/later}}></p>
        {{/asksPassword}}{{#asksCode}}<p><label for="code">Code</label>
        <input id="code" name="code" autocomplete="one-time-code" required{{#later}} disabled{{/later}}></p>
        {{/asksCode}}{{#asksAccount}}<p><label for="account">Account</label>
        <select id="account" name="account" style="font: inherit; min-height: 2.75rem; width: 100%"\
        {{#later}} disabled{{/later}}></select></p>
        {{/asksAccount}}{{#asksConsent}}<p>Allow the app to use your subscription?</p>
        {{/asksConsent}}</div>
        {{/parts}}<p><button id="go" name="action" value="sign-in">{{button}}</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button></p>
        </form>
        <h2>Test subscribers</h2>
        <table>
        <thead><tr><th scope="col">Name</th><th scope="col">Password</th>\
        {{#showsCode}}<th scope="col">Code</th>{{/showsCode}}</tr></thead>
        <tbody>
        {{#subscribers}}<tr><td>{{name}}</td><td>{{password}}</td>{{#showsCode}}<td>{{code}}</td>{{/showsCode}}</tr>
        {{/subscribers}}</tbody>
        </table>
        <script>\(FetchedSignIn.script)</script>
        """)
}
