// The page of one world: its device, controls that say what they do, and its journal as it grows.

import { enter, remove } from "./api.js";
import { press, wire, writeAll } from "./controls.js";
import { element, field, find, offer, say, showDevice, showIntegrations, showJournal, showProviders } from "./show.js";
import { explain, judge } from "./why.js";
import { look as lookAnew } from "./world.js";

/** How often the page looks whether another program has changed the world, or an app has done something. */
const lookEvery = 1000;
/** What the last look saw; `null` before the first. */
let known = null;
/** The looks so far, one after the other: what an earlier one saw is never shown over what a later one did. */
let looks = Promise.resolve();

function look() {
  looks = looks.then(async () => {
    try {
      const seen = await lookAnew(known);
      const before = known;
      known = seen;
      show(before);
      await judge();
      tell(null);
    } catch (error) {
      tell(error);
    }
  });
  return looks;
}

/** Says what is wrong, as long as it is; the same trouble once. */
function tell(error) {
  const place = find("trouble");
  say(find("trouble-text"), error?.message ?? "");
  if (!error?.isGone) {
    anew.remove();
    refused.remove();
  } else if (!anew.isConnected) place.append(anew, refused);
  if (place.hidden === (error !== null)) place.hidden = error === null;
}

/** Makes the world that is gone; the button goes with the trouble, and leaves the focus to the page's beginning. */
const anew = element("button", "Make it anew");
/** Why it could not be made. */
const refused = element("span");
anew.addEventListener("click", async () => {
  say(refused, "");
  await enter().then(look, (error) => say(refused, ` ${error.message}`));
  if (!anew.isConnected) document.querySelector("h1").focus();
});

function show(before) {
  const { device, health, integrations, providers, operations, journal, keys } = known;
  showDevice(device);
  showIntegrations(integrations);
  showProviders(providers);
  offer(field("fault", "operation"), operations.map(({ operation }) => operation));
  for (const [control, names] of Object.entries(keys)) offer(field(control, "key"), names);
  offerSubscribers();
  offerErrors();
  // What somebody has typed stays.
  const app = field("setPermission", "app");
  if (app.value === (before?.device.bundleID ?? "")) app.value = device.bundleID;
  if (journal !== before?.journal) showJournal(journal, find("filter").elements.text.value);
  writeAll(health);
  if (before === null) ready();
}

/** What changes from now on is announced; what was there at first is not. */
function ready() {
  for (const id of ["permissions", "account", "faults"]) find(id).setAttribute("aria-live", "polite");
  document.body.dataset.ready = "true";
}

function offerSubscribers() {
  const chosen = known?.providers.find(({ id }) => id === field("signIn", "provider").value);
  offer(field("signIn", "subscriber"), (chosen?.subscribers ?? []).map(({ name }) => name));
}

function offerErrors() {
  const chosen = known?.operations.find(({ operation }) => operation === field("fault", "operation").value);
  say(find("operation-summary"), chosen ? `${chosen.summary} Errors: ${chosen.errors.join(", ")}` : "");
  offer(find("errors"), (chosen?.errors ?? []).filter((name) => !name.includes("…")));
}

field("signIn", "provider").addEventListener("change", offerSubscribers);
field("fault", "operation").addEventListener("change", offerErrors);
wire(look, () => known?.health ?? { device: null });

find("explain").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const form = submitted.target;
  press(form, form.querySelector("button"), async () => {
    await look();
    if (known !== null) await explain(form.elements.call.value, known);
    return "";
  });
});

find("filter").addEventListener("submit", (submitted) => submitted.preventDefault());
find("filter").addEventListener("input", ({ target }) => {
  if (known !== null) showJournal(known.journal, target.value);
});
find("forget").addEventListener("click", ({ target }) => press(find("filter"), target, async () => {
  await remove("journal");
  await look();
  return "Done: Forget";
}));

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));
/** Nobody sees a hidden page, and a browser gives all pages of one server few connections. */
const seen = () => document.visibilityState === "visible" ? null : new Promise((resume) =>
  document.addEventListener("visibilitychange", resume, { once: true }));

async function watch() {
  for (;;) {
    await look();
    await pause(lookEvery);
    await seen();
  }
}

watch();
