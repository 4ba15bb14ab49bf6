// The device as its user sees it: the TV provider and the switches of the apps in its settings.

import { distance } from "./clock.js";
import { element, fill, find, say } from "./show.js";

/** What a switch says beside its app. */
const states = {
  granted: "On", denied: "Off", notDetermined: "Not asked yet", restricted: "Restricted",
};

/** The names of the platforms on the device's frame. */
const kinds = { iOS: "iPhone", iPadOS: "iPad", tvOS: "Apple TV", visionOS: "Apple Vision", macOS: "Mac" };

function cell(name, value, { more = "", kind = "" } = {}) {
  const shown = element("dd", value, kind);
  if (more) shown.append(" ", element("small", more));
  return [element("dt", name), shown];
}

/** Creates the list that describes an account. */
function described({ account, name, left }) {
  const made = element("dl");
  if (account === undefined) {
    made.append(...cell("TV provider", "No user is signed in."));
    return [made];
  }
  const { provider, subscriber, expires, expired } = account;
  const isEndless = expires === "never";
  made.append(
    ...cell("Provider", name), ...(name === provider ? [] : cell("Key", provider)), ...cell("Subscriber", subscriber),
    ...cell(expired ? "Expired" : "Expires", isEndless ? "never" : expires.replace("T", " "), {
      more: left, kind: expired ? "no" : "",
    }));
  return [made];
}

/** Creates the row of an app, with its switch. */
function row({ bundleID, access }, isOwn) {
  const made = element("li", "", "cell");
  const words = element("span", "", "app");
  words.append(element("span", bundleID), " ", element("small", isOwn ? `${states[access]} · this app` : states[access]));
  const toggle = element("button", "", "switch");
  toggle.type = "button";
  toggle.setAttribute("role", "switch");
  toggle.setAttribute("aria-checked", String(access === "granted"));
  toggle.setAttribute("aria-label", `Access of ${bundleID}: ${access}`);
  toggle.dataset.app = bundleID;
  toggle.dataset.wanted = access === "granted" ? "denied" : "granted";
  // A profile or Screen Time restricts the access; its user cannot change it.
  if (access === "restricted") toggle.setAttribute("aria-disabled", "true");
  made.append(words, toggle);
  return made;
}

/** Shows the device's settings. */
export function showScreen({ device, providers }) {
  const { account, clock, platform, permissions, bundleID } = device;
  find("screen").dataset.platform = platform;
  say(find("screen-kind"), kinds[platform] ?? platform);
  const name = providers.find(({ id }) => id === account?.provider)?.displayName ?? account?.provider;
  const left = account === undefined ? "" : distance(account.expires, clock.now);
  fill(find("account"), [{ account, name, left }], described);
  const focused = document.activeElement?.dataset?.app;
  fill(find("permissions"), permissions.map((app) => [app, app.bundleID === bundleID]), ([app, isOwn]) => [row(app, isOwn)]);
  // A switch that was pressed is written anew, and keeps the focus.
  if (focused !== undefined && document.activeElement === document.body) {
    document.querySelector(`#permissions [data-app="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** Connects the switches: `change` is called with an app and its new access. */
export function wireScreen(change) {
  find("permissions").addEventListener("click", ({ target }) => {
    const toggle = target.closest(".switch");
    if (toggle !== null && !toggle.hasAttribute("aria-disabled")) change(toggle.dataset.app, toggle.dataset.wanted);
  });
}
