/// The text of a report's page.
enum ReportTemplate {
    static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>{{title}}</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        <main>
        <h1>{{title}}</h1>
        {{#contents}}<nav aria-label="Profiles"><ul class="contents">
        {{#entries}}<li>{{#passed}}<span class="good">PASS</span>{{/passed}}{{#failed}}<span class="bad">FAIL</span>{{/failed}}
        <a href="#{{id}}">{{name}}</a></li>
        {{/entries}}</ul></nav>
        {{/contents}}
        {{#profiles}}
        <details class="profile" id="{{id}}"{{#open}} open{{/open}}>
        <summary><h2>{{#passed}}<span class="good">PASS</span> {{/passed}}{{#failed}}<span class="bad">FAIL</span> {{/failed}}{{name}}</h2>
        <span class="quiet">{{source}}</span></summary>
        {{#diagram}}
        <div class="scroll" tabindex="0" role="region" aria-label="Messages of {{name}}">
        <svg width="900" height="{{height}}" viewBox="0 0 900 {{height}}" aria-hidden="true">
        {{#lanes}}<line class="lane" x1="{{x}}" x2="{{x}}" y1="28" y2="{{height}}"/>
        <text class="name" x="{{x}}" y="18">{{name}}</text>
        {{/lanes}}
        {{#rows}}<g class="{{kind}}">
        {{#isNote}}<rect x="90" y="{{textY}}" width="720" height="22" rx="3" transform="translate(0 -14)"/>
        <text x="450" y="{{textY}}" dy="1">{{text}}</text>{{/isNote}}
        {{^isNote}}<line x1="{{from}}" x2="{{to}}" y1="{{y}}" y2="{{y}}"/><circle cx="{{to}}" cy="{{y}}" r="3"/>
        <text x="{{middle}}" y="{{textY}}">{{text}}</text>{{/isNote}}
        </g>
        {{/rows}}</svg>
        </div>
        {{/diagram}}
        <ol>
        {{#steps}}
        <li>
        <h3>{{#failed}}<span class="bad">FAIL</span> {{/failed}}<code>{{title}}</code>
        <span class="quiet">{{at}} {{place}}</span></h3>
        {{#failures}}<p class="bad">{{.}}</p>
        {{/failures}}
        <div class="pair">
        <section><h4>Expected</h4>
        {{#hasExpected}}<ul>{{#expected}}<li><code>{{.}}</code></li>{{/expected}}</ul>{{/hasExpected}}
        {{^hasExpected}}<p class="quiet">not checked</p>{{/hasExpected}}</section>
        <section><h4>Received</h4>
        {{#silent}}<p class="quiet">no callback</p>{{/silent}}
        {{^silent}}<ul>{{#callbacks}}<li><code>{{.}}</code></li>{{/callbacks}}</ul>{{/silent}}</section>
        </div>
        {{#notes}}<p>{{.}}</p>
        {{/notes}}
        {{#hasConditions}}<h4>Conditions of the silent exchange</h4>
        <table><tbody>{{#conditions}}<tr><th scope="row">{{name}}</th><td class="{{kind}}">{{state}}</td>
        <td>{{reason}}</td></tr>{{/conditions}}</tbody></table>{{/hasConditions}}
        {{#hasReasons}}<details><summary>Reasons</summary><ul>{{#reasons}}<li>{{.}}</li>{{/reasons}}</ul></details>
        {{/hasReasons}}
        {{#exchanges}}
        <details><summary><code>{{method}} {{url}}</code> <span class="{{kind}}">{{status}}</span></summary>
        {{#request}}<h4>Request</h4>
        <dl>{{#fields}}<dt>{{name}}</dt><dd>{{value}}</dd>{{/fields}}</dl>
        {{#body}}<pre>{{.}}</pre>{{/body}}{{/request}}
        {{#responses}}<h4>Response</h4>
        <dl>{{#fields}}<dt>{{name}}</dt><dd>{{value}}</dd>{{/fields}}</dl>
        {{#body}}<pre>{{.}}</pre>{{/body}}{{/responses}}
        {{#saml}}<h4>SAML response</h4>
        <pre>{{.}}</pre>{{/saml}}
        </details>
        {{/exchanges}}
        </li>
        {{/steps}}
        </ol>
        </details>
        {{/profiles}}
        <p class="quiet">Tokens, passwords and SAML messages are replaced by pseudonyms. A SAML response is shown by its
        parts, which include the user's identifier and attributes.</p>
        </main>
        </body>
        </html>

        """

    static let style = """
        :root { color-scheme: light dark; --line: #6b7280; --good: #0a6b2d; --bad: #b3101c; --soft: #eef0f3; }
        @media (prefers-color-scheme: dark) {
            :root { --line: #9aa3af; --good: #6fd58c; --bad: #ff8a8a; --soft: #23272e; }
        }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.4rem; }
        h2 { display: inline; font-size: 1.1rem; }
        h3, h4 { font-size: 1rem; margin: 1rem 0 .25rem; }
        .contents { list-style: none; padding: 0; columns: 18rem; }
        .contents a { color: inherit; overflow-wrap: anywhere; }
        .profile { border-top: 1px solid var(--line); padding: .5rem 0; }
        .quiet { color: var(--line); font-weight: normal; overflow-wrap: anywhere; }
        .good { color: var(--good); font-weight: bold; }
        .bad { color: var(--bad); font-weight: bold; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0 1rem; }
        .scroll { overflow-x: auto; }
        code, pre, dd { font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere; }
        pre { background: var(--soft); padding: .5rem; white-space: pre-wrap; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
        dd { margin: 0; }
        th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; }
        svg text { font: 12px ui-monospace, monospace; text-anchor: middle; fill: currentColor; }
        svg .name { font-weight: bold; }
        svg line { stroke: currentColor; }
        svg .lane { stroke: var(--line); stroke-dasharray: 2 4; }
        svg .answer line { stroke-dasharray: 6 3; }
        svg .failure line, svg .failure circle { stroke: var(--bad); fill: var(--bad); }
        svg .failure text { fill: var(--bad); }
        svg circle { fill: currentColor; }
        svg rect { fill: var(--soft); }
        """
}
