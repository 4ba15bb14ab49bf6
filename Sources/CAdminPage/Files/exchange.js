// The request and the response that belong to an entry of the journal, which the server keeps for a while.

import { policies } from "./journal.js";
import { failures, response as samlResponse } from "./saml.js";
import { element } from "./show.js";

/** Returns whether an entry is about a request over HTTP. */
export const isExchange = ({ kind }) => kind === "request" || kind === "page";

/** Creates the elements of a message. */
function message(title, { line, headers, body, length }) {
  const made = element("div", "", "message");
  const list = element("dl");
  for (const { name, value } of headers) list.append(element("dt", name), element("dd", value));
  made.append(element("h3", title), element("p", line, "start"), list);
  if (body) made.append(element("pre", body));
  else if (length > 0) made.append(element("p", `A body of ${length} bytes, which is not shown: its secrets cannot be found.`));
  return made;
}

/** Returns the details of an error of the service; `undefined` if the response is something else. */
function refusal(response) {
  try {
    return JSON.parse(response.body).details;
  } catch {
    return undefined;
  }
}

/**
 * Creates the elements of an entry's exchange; `null` says that the server does not keep it any more. `secrets` reads the
 * messages as they were sent: a client may have sent a real secret by mistake, so nothing remembers the press.
 */
export function exchange(kept, entry, secrets) {
  const made = element("div", "", "exchange");
  if (kept === null) {
    made.append(element("p", "The server no longer keeps this request and its response.", "quiet"));
    return made;
  }
  if (kept.request.saml) {
    made.append(samlResponse(kept.request.saml, failures(refusal(kept.response), policies(entry))));
  }
  const place = element("div");
  place.append(...messages(kept));
  made.append(reveal(place, kept, secrets), place);
  return made;
}

const messages = ({ request, response }) => [
  message("Request", request), response ? message("Response", response) : element("p", "The client got no response."),
];

/** Creates the switch that shows the messages as they were sent, or without their secrets again. */
function reveal(place, kept, secrets) {
  const made = element("p", "", "actions");
  const button = element("button", "Simulated secrets", "quiet");
  const told = element("span", "", "quiet");
  told.setAttribute("role", "status");
  button.type = "button";
  button.setAttribute("role", "switch");
  button.setAttribute("aria-checked", "false");
  button.addEventListener("click", async () => {
    const isShown = button.getAttribute("aria-checked") === "true";
    told.textContent = "";
    try {
      place.replaceChildren(...messages(isShown ? kept : await secrets() ?? kept));
      button.setAttribute("aria-checked", String(!isShown));
    } catch (error) {
      told.textContent = error.message;
    }
  });
  made.append(button, " ", told);
  return made;
}
