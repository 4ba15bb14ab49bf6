/// The text of a page of runs, between the frame of a report's page.
enum ReportTemplate {
    static let content = """
        <header>
        <h1>{{headline}}</h1>
        <dl class="origin">{{#origin}}<div><dt>{{name}}</dt><dd>{{^whole}}{{value}}{{/whole}}{{#whole}}<details><summary>{{value}}</summary><pre>{{.}}</pre></details>{{/whole}}</dd></div>{{/origin}}</dl>
        </header>
        {{#contents}}<form class="filter">
        <fieldset><legend>Show</legend>
        <label><input type="radio" name="result" id="show-all" checked> all</label>
        <label><input type="radio" name="result" id="show-failed"> failed ({{failed}})</label>
        <label><input type="radio" name="result" id="show-others"> others ({{others}})</label></fieldset>
        <label id="text" hidden>Filter by text <input type="search"></label>
        </form>
        <nav aria-label="Profiles"><ul class="contents">
        {{#entries}}<li class="{{result}}">{{#passed}}<span class="good">PASS</span>{{/passed}}{{#failed}}<span class="bad">FAIL</span>{{/failed}}
        <a href="#{{id}}">{{name}}</a></li>
        {{/entries}}</ul></nav>
        {{/contents}}
        {{#profiles}}
        <details class="profile {{result}}" id="{{id}}"{{#open}} open{{/open}}>
        <summary><h2>{{#passed}}<span class="good">PASS</span> {{/passed}}{{#failed}}<span class="bad">FAIL</span> {{/failed}}{{name}}</h2>
        <span class="quiet">{{source}}</span></summary>
        {{#assertion}}<section class="assertion">
        {{#where}}<p class="quiet">{{.}}</p>
        {{/where}}{{#message}}<pre>{{.}}</pre>
        {{/message}}</section>
        {{/assertion}}
        {{#failures}}
        <section class="failure{{#tone}} {{.}}{{/tone}}">
        <h3><span class="bad">{{word}}</span> <code>{{title}}</code> <span class="quiet">{{#when}}{{.}} {{/when}}{{place}}</span></h3>
        {{#messages}}<p class="bad">{{.}}</p>
        {{/messages}}
        {{#comparison}}<div class="scroll" tabindex="0" role="region" aria-label="Comparison of {{title}}">
        <table class="comparison"><thead><tr><th scope="col">Expected</th><th scope="col">Received</th>
        <th scope="col">Result</th></tr></thead><tbody>
        {{#rows}}<tr class="{{kind}}"><td><code>{{expected}}</code></td><td><code>{{received}}</code></td>
        <td>{{result}}</td></tr>
        {{/rows}}</tbody></table></div>
        {{/comparison}}
        {{#findings}}<div class="scroll" tabindex="0" role="region" aria-label="What had to hold in {{title}}">
        <table class="comparison"><thead><tr><th scope="col">What had to hold</th><th scope="col">Found</th></tr></thead><tbody>
        {{#rows}}<tr class="{{kind}}"><td><code>{{what}}</code></td><td>{{found}}</td></tr>
        {{/rows}}</tbody></table></div>
        {{/findings}}
        {{#why}}<p>Why: {{.}}</p>
        {{/why}}{{#advice}}<p>To change that: {{.}}</p>
        {{/advice}}
        {{#hasReasons}}<details><summary>Reasons</summary><ul>{{#reasons}}<li>{{.}}</li>{{/reasons}}</ul></details>{{/hasReasons}}
        {{#again}}<p>To reproduce it: <code>{{.}}</code></p>{{/again}}
        </section>
        {{/failures}}
        {{#diagram}}
        <div class="scroll" tabindex="0" role="region" aria-label="Messages of {{name}}">
        <div class="sequence" style="--lanes: {{count}}">
        <p class="lanes" aria-hidden="true">{{#lanes}}<span>{{.}}</span>{{/lanes}}</p>
        <ol>
        {{#rows}}<li><span class="message {{kind}} {{direction}}" style="grid-column: {{first}} / {{last}}; --span: {{span}}"><span class="hidden">{{way}} </span>{{text}}</span></li>
        {{/rows}}</ol></div>
        </div>
        {{/diagram}}
        <h3>Steps</h3>
        <ol class="steps">
        {{#steps}}
        <li{{#tone}} class="{{.}}"{{/tone}}>
        <h3>{{#failed}}<span class="bad">{{word}}</span> {{/failed}}{{#good}}<span class="good">{{.}}</span> {{/good}}<code>{{title}}</code>
        <span class="quiet">{{at}} {{place}}</span></h3>
        {{#hasCallbacks}}<h4>{{heading}}</h4>
        <ul>{{#callbacks}}<li><code>{{.}}</code></li>{{/callbacks}}</ul>{{/hasCallbacks}}
        {{#silent}}<p class="quiet">no callback</p>
        {{/silent}}
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
        {{#sections}}
        {{{.}}}
        {{/sections}}
        </details>
        {{/profiles}}
        <p class="quiet">Tokens, passwords and SAML messages are replaced by pseudonyms. A SAML response is shown by its
        parts, which include the user's identifier and attributes.</p>

        """

    /// The filter by text, for pages with several runs.
    static let filter = """
        // Shows only the runs whose text has the words of the field.
        const field = document.querySelector("#text input");
        field.parentElement.hidden = false;
        field.addEventListener("input", () => {
          const words = field.value.toLowerCase();
          for (const run of document.querySelectorAll(".profile")) {
            const isShown = run.textContent.toLowerCase().includes(words);
            run.classList.toggle("filtered", !isShown);
            document.querySelector(`.contents [href="#${run.id}"]`).parentElement.classList.toggle("filtered", !isShown);
          }
        });
        """

    /// The hash of the filter.
    static let filterHash = "sha256-1LtifDhOp2YVbNiSdhHwgFlE7xlXTBDRKjGUaJENpjk="
}
