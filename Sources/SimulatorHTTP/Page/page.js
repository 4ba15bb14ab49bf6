// The page of one world: its device, controls that say what they do, and its journal as it grows.

import { get, perform } from "./api.js";
import { controls, shell, swift } from "./commands.js";
import { begin, forget, more } from "./journal.js";
import { field, find, offer, show, showExplanation, showIntegrations } from "./show.js";

/** How often the page looks whether another program has changed the device. */
const lookEvery = 1000;
/** By which name the command line means the device; `null`: it does not reach it. */
let device = null;
let shown = "";
/** What the page was made for: another device or profile has other providers, and another journal. */
let world = "";
/** Whether the journal is being followed; a second follower would write every line twice. */
let following = false;
let providers = [];
let operations = [];

/** Says what went wrong, until something goes right. */
function tell(error) {
  const place = find("trouble");
  place.textContent = error?.message ?? "";
  place.hidden = !error;
}

async function refresh() {
  const [health, answer, { integrations }] = await Promise.all([get("health"), get("device"), get("integrations")]);
  const found = JSON.stringify([health.device, health.world, answer.profile]);
  if (found !== world) {
    await start(health);
    world = found;
    return;
  }
  const text = JSON.stringify([answer, integrations]);
  if (text === shown) return;
  shown = text;
  show(answer);
  showIntegrations(integrations);
  writeAll();
}

function fields(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
}

/** The fields, with their names in the place of what must still be filled in. */
function sketched(form) {
  const values = fields(form);
  for (const name of Object.keys(values)) {
    if (values[name] === "" && form.elements[name].required) values[name] = name.toUpperCase();
  }
  return values;
}

/** Writes what a control does as a command of a terminal, and of a test. */
function write(form) {
  const { event, words } = controls[form.dataset.control];
  const values = sketched(form);
  const [terminal, test] = form.querySelectorAll(".words code");
  terminal.textContent = shell(words(values), event(values), device);
  test.textContent = swift(event(values));
}

const forms = [...document.querySelectorAll("form[data-control]")];
const writeAll = () => forms.forEach(write);

for (const form of forms) {
  form.append(find("words").content.cloneNode(true));
  for (const button of form.querySelectorAll(".words button")) {
    const title = form.querySelector("button:not([type])").textContent;
    const code = button.previousElementSibling;
    button.setAttribute("aria-label", `Copy “${title}” as ${code.parentElement.nextElementSibling ? "a command" : "Swift"}`);
    button.addEventListener("click", () => copy(code));
  }
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => write(form));
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    // Once for each press: an answer may be slow, and what is asked twice is done twice.
    const button = form.querySelector("button:not([type])");
    button.disabled = true;
    try {
      await perform(controls[form.dataset.control].event(fields(form)));
      tell();
      await refresh();
    } catch (error) {
      tell(error);
    } finally {
      button.disabled = false;
    }
  });
}

/** Copies a text; where the browser lets no page do so, it is selected for whoever presses the keys. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code);
    tell(new Error("This browser does not let the page copy: the text is selected, copy it by the keyboard."));
  }
}

function offerSubscribers() {
  const chosen = providers.find(({ id }) => id === field("signIn", "provider").value);
  offer(field("signIn", "subscriber"), (chosen?.subscribers ?? []).map(({ name }) => name));
}

function offerErrors() {
  const chosen = operations.find(({ operation }) => operation === field("fault", "operation").value);
  find("operation-summary").textContent = chosen ? `${chosen.summary} Errors: ${chosen.errors.join(", ")}` : "";
  offer(find("errors"), (chosen?.errors ?? []).filter((name) => !name.includes("…")));
}

field("signIn", "provider").addEventListener("change", offerSubscribers);
field("fault", "operation").addEventListener("change", offerErrors);

find("explain").addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  try {
    showExplanation(await get(`explain?call=${submitted.target.elements.call.value}`));
    tell();
  } catch (error) {
    tell(error);
  }
});

find("forget").addEventListener("click", () => forget().then(() => tell(), tell));

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

/** Does something again and again; trouble is told until it is over, and is not the end. */
async function again(body, rest) {
  let troubled = false;
  for (;;) {
    try {
      await body();
      if (troubled) tell();
      troubled = false;
      if (rest) await pause(rest);
    } catch (error) {
      tell(error);
      troubled = true;
      await pause(lookEvery);
    }
  }
}

async function start(health) {
  device = health.device;
  shown = "";
  const known = (await get("providers")).providers;
  for (const control of ["provider", "resetProvider"]) offer(field(control, "provider"), known.map(({ id }) => id));
  providers = known.filter(({ boarding, subscribers }) => boarding !== "none" && subscribers.length > 0);
  operations = (await get("faults/catalog")).operations;
  offer(field("signIn", "provider"), providers.map(({ id }) => id));
  offer(field("fault", "operation"), operations.map(({ operation }) => operation));
  offerSubscribers();
  offerErrors();
  const [answer, { integrations }] = await Promise.all([get("device"), get("integrations")]);
  shown = JSON.stringify([answer, integrations]);
  // Once, and never while somebody types.
  field("setPermission", "app").value = answer.bundleID;
  show(answer);
  showIntegrations(integrations);
  writeAll();
  await begin();
  if (!following) again(more);
  following = true;
  document.body.dataset.ready = "true";
}

again(refresh, lookEvery);
