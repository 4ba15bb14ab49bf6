// The device as its user sees it: the TV provider, and the access of the apps in its settings.

import { brief, distance } from "./clock.js";
import { isEdited } from "./offers.js";
import { control, element, field, fill, find, say } from "./show.js";

/** What the settings say beside an app. */
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
    ...cell(expired ? "Expired" : "Expires", isEndless ? "never" : brief(expires), {
      more: left, kind: expired ? "no" : "",
    }));
  return [made];
}

/** Creates the row of an app, with the choice of its access. */
function row({ bundleID, access }, isOwn) {
  const made = element("li", "", "cell");
  const words = element("span", "", "app");
  words.append(element("span", bundleID), ...(isOwn ? [" ", element("small", "this app")] : []));
  const choice = element("select", "", "access");
  choice.append(...Object.entries(states).map(([name, label]) => new Option(label, name, false, name === access)));
  choice.setAttribute("aria-label", `Access of ${bundleID}`);
  choice.dataset.app = bundleID;
  made.append(words, " ", choice);
  return made;
}

/** Shows the device's settings. */
export function showScreen(known) {
  const { device, providers } = known;
  const { account, clock, platform, permissions, bundleID } = device;
  find("screen").dataset.platform = platform;
  say(find("screen-kind"), kinds[platform] ?? platform);
  if (!isEdited(control("platform"), known)) field("platform", "platform").value = platform;
  const name = providers.find(({ id }) => id === account?.provider)?.displayName ?? account?.provider;
  const left = account === undefined ? "" : distance(account.expires, clock.now);
  fill(find("account"), [{ account, name, left }], described);
  const focused = document.activeElement?.dataset?.app;
  fill(find("permissions"), permissions.map((app) => [app, app.bundleID === bundleID]), ([app, isOwn]) => [row(app, isOwn)]);
  // A choice that was changed is written anew, and keeps the focus.
  if (focused !== undefined && document.activeElement === document.body) {
    document.querySelector(`#permissions [data-app="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** Connects the choices: `change` is called with an app and its new access. */
export function wireScreen(change) {
  find("permissions").addEventListener("change", ({ target }) => change(target.dataset.app, target.value));
}
