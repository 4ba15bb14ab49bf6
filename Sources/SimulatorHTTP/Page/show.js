// Shows what the device is and holds. Everything is written as text; nothing that is shown becomes markup.

export const find = (id) => document.getElementById(id);

/** An element of a name, with a text and a class. */
export function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** A row of a table. */
export function row(...texts) {
  const made = element("tr");
  made.append(...texts.map((text) => element("td", text)));
  return made;
}

const word = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Puts choices into a field, and leaves the one that was chosen. */
export function offer(field, names) {
  const options = field instanceof HTMLSelectElement ? [...field.options] : [...field.children];
  if (names.join("\n") === options.map((option) => option.value).join("\n")) return;
  const chosen = field.value;
  field.replaceChildren(...names.map((name) => {
    const option = element("option", name);
    option.value = name;
    return option;
  }));
  if (field instanceof HTMLSelectElement && names.includes(chosen)) field.value = chosen;
}

/** The keys of nested settings, by dots, with their values. */
function dotted(values, prefix = "") {
  return Object.entries(values).flatMap(([key, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? dotted(value, `${prefix}${key}.`) : [[prefix + key, value]]);
}

/** Lists names with their values. */
function list(place, facts) {
  place.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", name), element("dd", word(value))]));
}

/** Shows the device as the admin API describes it. */
export function show(device) {
  const { platform, region, developer, behaviour } = device;
  const settings = dotted({ platform, region, developer, behaviour });
  find("name").textContent = device.name;
  document.title = `${device.name} – tvsim`;
  list(find("device"), [["profile", device.profile], ["app", device.bundleID]]);
  list(find("settings"), settings);
  offer(field("settings", "key"), settings.map(([key]) => key));

  find("now").textContent = device.clock.now;
  find("mode").textContent = device.clock.mode;

  find("permissions").replaceChildren(...device.permissions.map(({ bundleID, access }) => row(bundleID, access)));
  const apps = device.permissions.map(({ bundleID }) => bundleID);
  offer(find("apps"), apps);

  const account = device.account;
  find("account").textContent = account === undefined
    ? "Nobody is signed in."
    : `${account.subscriber} is signed in with ${account.provider}, ${account.expired ? "expired" : "until"} ${account.expires}.`;

  const answers = Object.entries(device.viewer);
  find("viewer").replaceChildren(...answers.map(([question, answer]) => row(question, word(answer))));
  offer(field("viewer", "key"), answers.map(([question]) => question));

  find("faults").replaceChildren(...device.faults.map(({ at, error, after, times }) =>
    element("li", `${at} ${error}${after ? `, after ${after}` : ""}, ${times === undefined ? "until cleared" : `times ${times}`}`)));
}

/** Shows how MVPDs are set up, and offers them. */
export function showIntegrations(integrations) {
  find("integrations").replaceChildren(...integrations.map((entry) => {
    const { requestor, mvpd, provider, boardingStatus, enabled, singleSignOn, degradation } = entry;
    const state = [
      provider === mvpd ? "" : provider ?? "unknown to Apple", boardingStatus ?? "not boarded",
      enabled ? "" : "not enabled", singleSignOn ? "" : "no single sign-on", degradation === "none" ? "" : degradation,
    ];
    return row(requestor, mvpd, state.filter(Boolean).join(", "));
  }));
  const names = integrations.map(({ requestor, mvpd }) => `${requestor} ${mvpd}`);
  for (const control of ["integration", "resetIntegration"]) offer(field(control, "integration"), names);
}

/** A field of a control. */
export function field(control, name) {
  return document.querySelector(`form[data-control=${control}]`).elements[name];
}

/** Shows the ladder of conditions, and what would change the outcome. */
export function showExplanation(explanation) {
  const ladder = element("ul");
  for (const { name, holds } of explanation.conditions ?? []) {
    const line = element("li");
    line.append(element("span", holds ? "yes" : "NO", holds ? "yes" : "no"), ` ${name}`);
    ladder.append(line);
  }
  const callbacks = explanation.callbacks.map((text) => element("li", text));
  const told = element("ul");
  told.append(...callbacks);
  const reasons = element("ul");
  reasons.append(...explanation.reasons.map((text) => element("li", text)));
  const parts = [
    element("p", explanation.conditions ? "Conditions of the silent exchange:" : "No silent exchange would be tried."),
    ladder, element("p", "The app would be told:"), told, element("p", "Because:"), reasons,
  ];
  if (explanation.remedy) {
    const remedy = element("p", "To change that: ");
    remedy.append(element("code", explanation.remedy));
    parts.push(remedy);
  }
  find("explanation").replaceChildren(...parts);
}
