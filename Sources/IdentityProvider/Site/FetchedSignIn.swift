import Foundation
import HTTPTypes
import TVSimStructuredText

/// A sign-in whose page has a script that sends JSON.
///
/// The page contains the fields of all steps. The script sends the fields of the steps so far, and the answer says which
/// step follows, or how the browser continues.
enum FetchedSignIn {
    /// Reads the members of a JSON object as the fields of a form; `nil` if the body is not an object of texts.
    static func fields(of body: Data) -> [FormField]? {
        guard case .object(let members)? = try? JSONValue(json: body) else { return nil }
        var fields: [FormField] = []
        for (name, value) in members {
            guard let text = value.string else { return nil }
            fields.append(FormField(name, text))
        }
        return fields
    }

    /// Returns the answer to the script, from the answer that the browser would get to the same form.
    static func answer(_ answer: SiteAnswer) -> SiteAnswer {
        var (status, members) = (answer.status, Members())
        switch answer.continuation {
        case .step(let place, let step, let accounts, let alert):
            members["step"] = .string("\(place)")
            members["name"] = .string(step.rawValue)
            if !accounts.isEmpty { members["accounts"] = .array(accounts.map(JSONValue.string)) }
            if let alert {
                members["message"] = .string(alert)
                status = 401
            }
        case .post(let target, let response, let relayState):
            members["target"] = .string(target)
            members["SAMLResponse"] = .string(response)
            if let relayState { members["RelayState"] = .string(relayState) }
        case .follow(let location):
            members["location"] = .string(location)
            status = 200
        case .stay(let text):
            members["message"] = .string(text)
        case nil:
            // A script cannot see where a redirect leads.
            if (300..<400).contains(answer.status), let location = answer.fields[.location] {
                members["location"] = .string(location)
                status = 200
            } else {
                members["message"] = .string(answer.reason)
            }
        }
        var said = answer
        said.fields[.location] = nil
        said.status = status
        said.html = JSONText.line(ordered: .object(members))
        said.contentType = "application/json"
        said.script = nil
        return said
    }

    /// The script of the page.
    ///
    /// The fields of later steps are disabled, so that neither the browser nor the script considers them.
    static let script = """
        const form = document.forms[0], note = document.getElementById("note"), go = document.getElementById("go");
        const parts = [...form.querySelectorAll("[data-step]")];
        const say = text => { note.textContent = text; note.hidden = !text; };
        const show = (step, name) => {
          form.elements.step.value = step;
          const shown = parts.findIndex(part => part.dataset.step === name);
          parts.forEach((part, place) => {
            part.hidden = place !== shown;
            for (const field of part.querySelectorAll("input, select")) field.disabled = place > shown;
          });
          go.textContent = parts[shown].dataset.button;
          go.value = name === "consent" ? "consent" : "sign-in";
          (parts[shown].querySelector("input, select") || go).focus();
        };
        const leave = said => {
          const back = document.createElement("form");
          [back.method, back.action] = ["post", said.target];
          for (const name of ["SAMLResponse", "RelayState"].filter(name => name in said)) {
            const field = document.createElement("input");
            [field.type, field.name, field.value] = ["hidden", name, said[name]];
            back.append(field);
          }
          document.body.append(back);
          back.submit();
        };
        form.addEventListener("submit", async event => {
          event.preventDefault();
          const action = event.submitter ? event.submitter.value : go.value;
          if (action === "consent") form.elements.consent.value = "yes";
          const values = { ...Object.fromEntries(new FormData(form)), action };
          try {
            const answer = await fetch("login", {
              method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) });
            const said = await answer.json();
            if (said.location) return location.assign(said.location);
            if (said.target) return leave(said);
            if (said.accounts) {
              form.elements.account.replaceChildren(...said.accounts.map(name => new Option(name)));
            }
            say(said.message || "");
            if (said.name) show(said.step, said.name);
          } catch {
            say("The provider cannot be reached.");
          }
        });
        """
}
