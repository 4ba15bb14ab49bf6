// What covers the device's settings when an app asks: a prompt, the provider picker, or a sign-in page.

import { rows } from "./acts.js";
import { element, field, fill, find, offer, say } from "./show.js";

/** Creates the button of a row of the picker. */
function row({ label, action }) {
  const item = element("li");
  const made = element("button", label, "cell row");
  made.type = "button";
  made.value = JSON.stringify(action);
  item.append(made);
  return [item];
}

/** Lets the picker's form stand for a row: its command is shown, and a submission chooses it. */
function take({ value, textContent }) {
  const form = field("choose", "act").form;
  field("choose", "act").value = value;
  say(form.querySelector("button:not([type])"), `Choose ${textContent}`);
  form.dispatchEvent(new Event("input"));
}

function showPicker(picker) {
  const before = field("choose", "act").value;
  fill(find("rows"), rows(picker), row);
  const all = [...find("rows").querySelectorAll("button")];
  take(all.find(({ value }) => value === before) ?? all[0]);
}

function showSignIn({ provider, failedAttempts }, providers) {
  const names = providers.find(({ id }) => id === provider.identifier)?.subscribers.map(({ name }) => name) ?? [];
  offer(find("names"), names);
  const as = field("enter", "as");
  if (as.form.dataset.provider !== provider.identifier) {
    as.form.dataset.provider = provider.identifier;
    as.form.reset();
    as.value = names[0] ?? "";
    as.form.dispatchEvent(new Event("input"));
  }
  const times = failedAttempts === 1 ? "" : ` ${failedAttempts} times`;
  say(find("sheet-refusal"), failedAttempts === 0 ? "" : `The provider refused the user name or the password${times}.`);
}

/** What each page says below its title. */
const more = {
  prompt: () => "The app waits for your answer.",
  automaticSignIn: () => "The app waits for your answer.",
  asked: () => "The app asked and got no answer. Your answer applies when it asks again.",
  picker: ({ videoTitle }) => (videoTitle ? `Choose your TV provider to watch “${videoTitle}”.` : "Choose your TV provider."),
  signIn: ({ videoTitle }) => (videoTitle ? `Sign in to watch “${videoTitle}”.` : "Sign in to your TV provider."),
};

/** What the page's header says of each page. */
const asked = { prompt: "access", automaticSignIn: "Automatic Sign-In", asked: "access", picker: "TV provider", signIn: "sign-in" };

/**
 * Shows a page over the settings; `null` shows the settings.
 * A page is the interface of the admin API, or `{ page: "asked", app, number }` after an app asked for access.
 */
export function showSheet(page, { providers }) {
  const sheet = find("sheet");
  const kind = page?.page ?? "";
  const title = page === null ? "" : page.title ?? `“${page.app}” would like to use your TV provider`;
  const isOther = sheet.dataset.page !== kind;
  const hadFocus = sheet.contains(document.activeElement);
  sheet.hidden = page === null;
  find("pane").hidden = page !== null;
  sheet.dataset.page = kind;
  for (const part of sheet.querySelectorAll("[data-page]")) part.hidden = !part.dataset.page.split(" ").includes(kind);
  say(find("sheet-title"), title);
  say(find("sheet-more"), page === null ? "" : more[kind](page));
  if (kind === "picker") showPicker(page);
  if (kind === "signIn") showSignIn(page, providers);
  else delete field("enter", "as").form.dataset.provider;
  find("asks").hidden = page === null;
  say(find("asks"), page === null ? "" : `The device asks: ${asked[kind]}`);
  // The element that had the focus is gone.
  if (hadFocus && isOther) find(page === null ? "pane-title" : "sheet-title").focus();
}

/** Connects the sheet: `answer` is called with the app and its new access, or without one if the user does not answer. */
export function wireSheet(answer) {
  const pick = ({ target }) => {
    const chosen = target.closest(".row");
    if (chosen !== null) take(chosen);
    return chosen;
  };
  find("rows").addEventListener("focusin", pick);
  find("rows").addEventListener("click", (event) => {
    if (pick(event) !== null) field("choose", "act").form.requestSubmit();
  });
  find("answers-prompt").addEventListener("click", ({ target }) => {
    if (target.dataset.access !== undefined) answer(target.dataset.access);
  });
}
