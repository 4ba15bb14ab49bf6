// The settings of the world as one table: a group for each holder of settings, and a row for each key, which is changed
// in place. The rows of a group are made when it is opened, since a world may have hundreds of providers.

import { perform } from "./api.js";
import { choices, isLarge, label, other, yaml } from "./choices.js";
import { adopt, answer } from "./controls.js";
import { holder, isOfSame } from "./glance.js";
import { isEdited } from "./offers.js";
import { element, find, offer, say } from "./show.js";

const table = find("settings");

/** The rows by their keys, in their order, each with its setting, and with its elements once its group was open. */
let rows = new Map();
/** The groups of rows, one for each holder of settings. */
let groups = [];
/** What the rows show: the last read of the world, and what each defect does. */
let latest = null;

/** Returns what tells a row from others. */
const identity = (setting) => `${holder(setting)} ${setting.key}`;

const reset = {
  settings: ["resetSettings", "Reset the device", "The device's settings are as in the profile afterwards."],
  viewer: ["resetViewer", "Reset answers",
    "The script is removed. You answer then in the world of the server itself; in other worlds interfaces close at once."],
  integration: ["resetIntegration", "Reset integration", "The integration is as in the profile afterwards."],
  provider: ["resetProvider", "Reset provider", "The provider is as in the profile afterwards."],
};

/** Creates a form with a button, whose control is about what has the settings. */
function form(control, title, given) {
  const made = element("form");
  Object.assign(made.dataset, { control, given: JSON.stringify(given) });
  made.append(element("button", title));
  return made;
}

const names = ({ requestor, mvpd, provider }) => ({ requestor, mvpd, provider });

/** Whether a group is open that the user has never opened or closed: the settings of MVPDs and providers are many. */
const isOpenAtFirst = (first) => first.group === "settings" || first.group === "viewer";

/** Creates a group with its head: its name, how much of it is shown and changed, and the way back of all. */
function group(first, isOpen) {
  const body = element("tbody");
  const [control, title, loss] = reset[first.group];
  const back = form(control, title, names(first));
  back.dataset.danger = loss;
  adopt(back);
  const [head, name, fold, count] = [element("tr", "", "holder"), element("th"), element("button", holder(first)), element("small")];
  name.scope = "rowgroup";
  fold.type = "button";
  fold.className = "fold";
  name.append(fold, " ", count);
  const last = element("td");
  last.colSpan = 2;
  last.append(back);
  head.append(name, last);
  body.append(head);
  return { body, fold, count, back, rows: [], isFilled: false, isOpen };
}

/** Creates the rows of a group, when it is open for the first time. */
function open(group) {
  if (group.isFilled) return;
  group.isFilled = true;
  for (const row of group.rows) {
    Object.assign(row, parts(row.setting));
    group.body.append(row.made);
    update(row);
  }
}

/** Creates the elements of a row. Those that change are filled by `update`. */
function parts(setting) {
  const { group: control, key, description, schema } = setting;
  const made = element("tr");
  const [name, value, profile] = [element("th"), element("td"), element("td")];
  name.scope = "row";
  name.append(element("code", key), element("span", description, "quiet"));
  const edit = form(control, "Set", { ...names(setting), key });
  edit.dataset.title = `Set ${key}`;
  const choice = element("select");
  const text = element(isLarge(schema) ? "textarea" : "input");
  Object.assign(choice, { name: "choice" });
  Object.assign(text, { name: "value", required: true, autocomplete: "off", spellcheck: false, rows: 1 });
  for (const field of [choice, text]) field.setAttribute("aria-label", `${holder(setting)}: ${key}`);
  edit.prepend(choice, text);
  adopt(edit);
  value.append(edit);
  const back = element("button", "Change back", "quiet");
  back.type = "button";
  back.setAttribute("aria-label", `Change back: ${holder(setting)} ${key}`);
  profile.append(element("code"), " ", element("small", "", "quiet"), " ", back);
  made.append(name, value, profile);
  return { made, edit, choice, text, profile, back };
}

/** Shows or hides a field; a hidden one is not sent. */
function enable(field, isShown) {
  field.disabled = field.hidden = !isShown;
}

/** Shows the text field if the chosen value has to be typed. */
function enter({ choice, text }, offered) {
  enable(choice, offered.length > 1);
  enable(text, offered.length === 0 || choice.value === other || offered.length === 1);
}

/** Fills in a row, unless the user has a value in it that is not sent yet. */
function update(row) {
  const { known, summaries } = latest;
  const { key, value, initial, event, schema } = row.setting;
  row.made.classList.toggle("changed", event !== null);
  row.back.hidden = event === null;
  row.back.dataset.event = JSON.stringify(event);
  const [profile, usual] = row.profile.children;
  say(profile, yaml(initial));
  const isUnusual = "default" in schema && yaml(schema.default) !== yaml(initial);
  say(usual, isUnusual ? `Default: ${yaml(schema.default)}` : "");
  if (isEdited(row.edit, known)) {
    row.shown = "";
    return;
  }
  const now = yaml(value);
  const offered = choices(schema, known.providers);
  const text = JSON.stringify([now, offered, summaries.size]);
  if (text === row.shown) return;
  row.shown = text;
  offer(row.choice, offered, { label, about: (name) => (key === "defect" ? summaries.get(name) ?? "" : "") });
  const isOffered = offered.includes(now);
  row.choice.value = isOffered ? now : other;
  row.text.value = isOffered && offered.length > 1 ? "" : row.text.tagName === "TEXTAREA" ? yaml(value, 2) : now;
  enter(row, offered);
}

/** Shows the settings of the last read; `summaries` has what each defect does. */
export function showSettings(known, summaries) {
  const { settings } = known;
  latest = { known, summaries };
  const hadFocus = table.contains(document.activeElement);
  if (settings.map(identity).join("\n") !== [...rows.keys()].join("\n")) {
    const wereOpen = new Map(groups.map(({ isOpen, rows: [{ setting }] }) => [holder(setting), isOpen]));
    rows = new Map(settings.map((setting) => [identity(setting), { setting, shown: "" }]));
    groups = [];
    for (const row of rows.values()) {
      const isOther = groups.length === 0 || !isOfSame(groups.at(-1).rows[0].setting, row.setting);
      if (isOther) groups.push(group(row.setting, wereOpen.get(holder(row.setting)) ?? isOpenAtFirst(row.setting)));
      groups.at(-1).rows.push(row);
    }
    for (const old of table.querySelectorAll("tbody")) old.remove();
    table.append(...groups.map(({ body }) => body));
  }
  for (const setting of settings) rows.get(identity(setting)).setting = setting;
  for (const { rows: all, isFilled } of groups) if (isFilled) all.forEach(update);
  sift();
  // The field that was changed back, or its row, is gone.
  if (hadFocus && (document.activeElement === document.body || !document.activeElement.checkVisibility())) find("settings-title").focus();
}

const filter = find("settings-filter");
const only = find("only-changed");

/** Returns the words of a row that a search finds. */
const words = ({ setting }) =>
  `${holder(setting)} ${setting.key} ${setting.description} ${yaml(setting.value)} ${yaml(setting.initial)}`.toLowerCase();

/**
 * Shows the rows that have all words of the search, and marks the words where the browser can. Without a search the
 * rows of the open groups are shown.
 */
export function sift() {
  const wanted = filter.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isOnlyChanged = only.getAttribute("aria-pressed") === "true";
  let [count, changes] = [0, 0];
  const isSearch = isOnlyChanged || wanted.length > 0;
  for (const group of groups) {
    const { body, fold, count: place, back, rows: all } = group;
    const changed = all.filter(({ setting }) => setting.event !== null);
    const shown = all.filter((row) => (!isOnlyChanged || row.setting.event !== null)
      && (wanted.length === 0 || wanted.every((word) => words(row).includes(word))));
    const isOpen = isSearch ? shown.length > 0 : group.isOpen;
    if (isOpen) open(group);
    fold.setAttribute("aria-expanded", String(isOpen));
    fold.disabled = isSearch;
    for (const row of group.isFilled ? all : []) row.made.hidden = !isOpen || !shown.includes(row);
    body.hidden = shown.length === 0;
    for (const button of back.querySelectorAll("button")) button.hidden = changed.length === 0;
    say(place, `${shown.length === all.length ? "" : `${shown.length} of `}${all.length}${changed.length === 0 ? "" : `, ${changed.length} changed`}`);
    count += shown.length;
    changes += changed.length;
  }
  say(only.querySelector("small"), String(changes));
  table.hidden = count === 0;
  say(find("settings-told"), count > 0 && count === rows.size ? `${count} settings.`
    : count > 0 ? `${count} of ${rows.size} settings.`
    : wanted.length > 0 ? "No setting has these words." : "Everything is as in the profile.");
  mark(wanted);
}

/** Marks the words of the search in the keys and descriptions, without changing the page. */
function mark(wanted) {
  if (!CSS.highlights) return;
  const found = new Highlight();
  for (const { made } of wanted.length === 0 ? [] : rows.values()) {
    for (const { firstChild } of made?.hidden ?? true ? [] : made.querySelectorAll("th > *")) {
      const text = firstChild?.data.toLowerCase() ?? "";
      for (const word of wanted) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          found.add(new StaticRange({ startContainer: firstChild, startOffset: at, endContainer: firstChild, endOffset: at + word.length }));
        }
      }
    }
  }
  CSS.highlights.set("found", found);
}

/** Moves the focus to the field of a setting, opens its group, and shows its row if the search hides it. */
export function showSetting(setting) {
  const row = rows.get(identity(setting));
  if (row === undefined) return;
  groups.find(({ rows: all }) => all.includes(row)).isOpen = true;
  sift();
  if (row.made?.hidden ?? true) {
    filter.elements.text.value = "";
    only.setAttribute("aria-pressed", "false");
    sift();
  }
  row.made.scrollIntoView({ block: "center" });
  (row.choice.hidden ? row.text : row.choice).focus();
}

/** Connects the search, the buttons and the fields: `look` reads the world again. */
export function wireSettings(look) {
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("input", sift);
  only.addEventListener("click", () => {
    only.setAttribute("aria-pressed", String(only.getAttribute("aria-pressed") !== "true"));
    sift();
  });
  table.addEventListener("click", async ({ target }) => {
    const folded = groups.find(({ fold }) => fold === target);
    if (folded !== undefined) {
      folded.isOpen = !folded.isOpen;
      sift();
    }
    const { event } = target.dataset;
    if (event === undefined) return;
    const { edit, choice, text } = [...rows.values()].find(({ back }) => back === target);
    try {
      await perform(event);
      delete edit.dataset.isEdited;
      answer(edit, "");
      (choice.hidden ? text : choice).focus();
      look();
    } catch (error) {
      answer(edit, error.message, true);
    }
  });
  // A choice is sent at once; a value that has to be typed is sent by Enter.
  table.addEventListener("change", ({ target }) => {
    if (target.name !== "choice") return;
    const row = [...rows.values()].find(({ choice }) => choice === target);
    enter(row, [...target.options].map(({ value }) => value));
    if (target.value !== other) return target.form.requestSubmit();
    row.text.focus();
  });
  table.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.form) {
      delete event.target.form.dataset.isEdited;
      answer(event.target.form, "");
      look();
    }
    if (event.target.tagName !== "TEXTAREA" || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
}
