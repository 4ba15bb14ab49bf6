// The page of one world, which shows its device, its journal and controls.

import { enter, remove } from "./api.js";
import { press, wire, writeAll } from "./controls.js";
import { element, field, find, offer, say, showDevice, showIntegrations, showJournal, showProviders } from "./show.js";
import { explain, judge } from "./why.js";
import { look as lookAnew } from "./world.js";

/** The interval between two reads of the world, in milliseconds: apps and other programs may change it at any time. */
const lookEvery = 1000;
/** The result of the last read; `null` before the first. */
let known = null;
/** The queue of reads. They run one after another, so an older result never replaces a newer one. */
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

/** Shows an error until a read succeeds; a repeated error is announced once. */
function tell(error) {
  const place = find("trouble");
  say(find("trouble-text"), error?.message ?? "");
  if (!error?.isGone) {
    anew.remove();
    refused.remove();
  } else if (!anew.isConnected) place.append(anew, refused);
  if (place.hidden === (error !== null)) place.hidden = error === null;
}

/** Creates the removed world again. The button then disappears, so the focus moves to the page's heading. */
const anew = element("button", "Create the world again");
/** The reason why the world could not be created. */
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
  // A value that the user typed is kept.
  const app = field("setPermission", "app");
  if (app.value === (before?.device.bundleID ?? "")) app.value = device.bundleID;
  if (journal !== before?.journal) showJournal(journal, find("filter").elements.text.value);
  writeAll(health);
  if (before === null) ready();
}

/** Lets screen readers announce changes from now on, but not the initial content. */
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
  return "Done: Clear journal";
}));

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));
/**
 * Waits until the page is visible.
 * A hidden page must not poll, because a browser shares few connections among all pages of one server.
 */
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
