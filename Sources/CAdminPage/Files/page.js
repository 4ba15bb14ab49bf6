// The page of one world: its journal as it grows, its device, and its controls.

import { named } from "./address.js";
import { enter, get, perform, read as readJournal } from "./api.js";
import { at, brief, hasPassed, timeOfDay } from "./clock.js";
import { showConnect, wireConnect } from "./connect.js";
import { answer, markAll, press, wire } from "./controls.js";
import { showScreen, wireScreen } from "./device.js";
import { showDeadlines, wireDeadlines } from "./deadlines.js";
import { showFaults, wireFaults } from "./faults.js";
import { filter, isByEntry } from "./filter.js";
import { isFiltered, query, told as withFlow, unread } from "./flows.js";
import { foresee } from "./foresight.js";
import { glance, isWaiting } from "./glance.js";
import { wireKeys } from "./keys.js";
import { wireLists } from "./lists.js";
import { after, asking, begun, grown, untold, whole } from "./journal.js";
import { offerAll, wireOffers } from "./offers.js";
import { remedyNow } from "./outlook.js";
import { wirePalette } from "./palette.js";
import { showParties, wireParties } from "./parties.js";
import { wireParts } from "./parts.js";
import { wireRules } from "./rules.js";
import { sendSample } from "./sample.js";
import { wireLinks } from "./secret.js";
import { showSetting, showSettings, wireSettings } from "./settings.js";
import { showSheet, wireSheet } from "./sheet.js";
import { element, field, find, say, showDevice, showGlance } from "./show.js";
import { follow } from "./stream.js";
import { select, stored, wireTabs } from "./tabs.js";
import { flowsWanted, openRow, showJournal, wireJournal } from "./timeline.js";
import { explain } from "./why.js";
import { describe, look as lookAnew } from "./world.js";
import { showSummaries, wireWorldChoice, wireWorlds } from "./worlds.js";

/** The result of the last read; `null` before the first. */
let known = null;
/** The page's copy of the journal's entries, and of its flows. */
let journal = untold;
let flows = unread;
/** The last question for access that no user has answered. */
let question = null;
/** The request for access to which the user of the page gives no answer. */
let ignored = null;

// MARK: Reading the world

/** The read in progress, and the one that follows it. They never overlap, so an older result replaces no newer one. */
let running = null;
let next = null;

/** Reads the world again; the read begins after this call. */
function look() {
  if (running === null) {
    running = read().finally(() => { running = null; });
    return running;
  }
  next ??= running.then(() => {
    next = null;
    return look();
  });
  return next;
}

async function read() {
  foresee(() => known, look, tell);
  try {
    const before = known;
    known = await lookAnew(before, !find("panel-settings").hidden);
    show(before);
    if (known.areNew) showSettings(known, await summaries());
    // A test knows by it that the page shows what a command has changed.
    document.body.dataset.begunAt = String(known.begunAt);
    tell(null);
    describe(known).then((isNew) => isNew && look(), tell);
  } catch (error) {
    tell(error);
  }
}

/** What each defect of a SAML response does, read once, when the settings are shown. */
let defects = null;
async function summaries() {
  defects ??= await get("saml/defects");
  return new Map(defects.defects.map(({ name, summary }) => [name, summary]));
}

/** Shows the row of a setting. */
async function toSetting(setting) {
  document.querySelector('nav [data-part="middle"]').click();
  select("settings");
  await look();
  showSetting(setting);
}

function show(before) {
  const { device } = known;
  showDevice(known);
  showScreen(known);
  cover();
  showParties(known);
  if (!find("panel-worlds").hidden) showSummaries(get).catch(tell);
  showGlance(glance(known));
  showConnect(known);
  // A value that the user typed is kept.
  const app = field("setPermission", "app");
  if (app.value === (before?.device.bundleID ?? "")) app.value = device.bundleID;
  offerAll(known);
  field("jump", "instant").value = known.deadlines.find(({ kind }) => kind === "account")?.jumpTo ?? "";
  showDeadlines(known);
  showFaults(device.faults);
  judgeRules();
  markAll(known);
  if (known.settings !== null) document.body.dataset.described = "true";
  tick();
  if (before === null) ready();
}

/** Shows what covers the device's settings, if an app asks. */
function cover() {
  if (known === null) return;
  const asked = asking(question, known.device.permissions);
  const isIgnored = asked !== null && `${journal.name} ${asked.number}` === ignored;
  showSheet(known.shown ?? (isIgnored ? null : asked), known);
  const latest = flows.flows.findLast(({ kind }) => kind !== "command");
  find("closed").hidden = latest?.code !== "closedByScript" || isWaiting(known.device.viewer);
}

/** Lets screen readers announce changes from now on, but not the initial content. */
function ready() {
  for (const id of ["permissions", "account", "faults"]) find(id).setAttribute("aria-live", "polite");
  if (flows.name === null || document.body.dataset.ready) return;
  document.body.dataset.readyAt = String(performance.now());
  document.body.dataset.ready = "true";
}

// MARK: Time

/** The shown instant; empty before the first read. */
let shownNow = "";

/** Shows the simulated time, and reads the world again when the account expires. */
function tick() {
  if (known === null) return;
  const now = at(known.device.clock, performance.now() - known.readAt);
  const expires = known.device.account?.expires;
  const isOver = shownNow !== "" && expires !== undefined && hasPassed(expires, shownNow, now);
  shownNow = now;
  for (const id of ["now", "time-now"]) say(find(id), brief(now));
  say(find("screen-time"), timeOfDay(now));
  if (isOver) look();
}

setInterval(tick, 1000);

// MARK: Trouble

/** Shows an error until a read succeeds; a repeated error is announced once. */
function tell(error) {
  const place = find("trouble");
  say(find("trouble-text"), error?.message ?? "");
  if (!error?.isGone) {
    anew.remove();
    refused.remove();
  } else if (!anew.isConnected) place.append(anew, refused);
  document.body.toggleAttribute("data-missing", error?.isGone ?? false);
  if (place.hidden === (error !== null)) place.hidden = error === null;
}

/** Creates the missing world. The button then disappears, so the focus moves to the page's heading. */
const anew = element("button", "Create the world");
/** The reason why the world could not be created. */
const refused = element("span");
anew.addEventListener("click", async () => {
  say(refused, "");
  await enter().then(look, (error) => say(refused, ` ${error.message}`));
  if (!anew.isConnected) document.querySelector("h1").focus();
});

function live(text, isLive) {
  say(find("live"), text);
  find("live").classList.toggle("on", isLive);
}

// MARK: Events

/** The entries and flows that have arrived since the list was last shown: it is not shown for each of many. */
let arrived = [];
let changed = [];
let showing = null;

function settle() {
  clearTimeout(showing);
  showing = null;
  journal = grown(journal, arrived);
  // The server knows which flows a filter selects.
  if (changed.length > 0 && isFiltered(filter())) readFlows().catch(tell);
  else flows = changed.reduce(withFlow, flows);
  arrived = [];
  changed = [];
  showJournal(journal, flows);
  cover();
  judgeRules();
}

/** The number of the last read of the flows, whose result alone is shown. */
let reads = 0;

/** Reads the flows that the filter selects. */
async function readFlows() {
  const number = ++reads;
  const read = await readJournal(`journal/flows?${query(filter(), flowsWanted())}`);
  if (number !== reads) return;
  const isFirst = flows.name === null;
  flows = read;
  question = read.unanswered;
  if (journal.name === null) journal = after(read.name);
  // An empty journal says first how to begin.
  if (isFirst && read.first === 0 && stored() === null && location.search === "") select("connect", false, false);
  showJournal(journal, flows);
  cover();
  if (known !== null) ready();
}

/** Opens the flow of the address, also if it is older than those that the page has read. */
async function openLinked() {
  const number = named("flow");
  if (!/^[0-9]{1,15}$/.test(number ?? "") || isByEntry()) return;
  const { flow } = await get(`journal/flow?number=${number}`);
  if (flow === null) return;
  if (!flows.flows.some(({ first }) => first === flow.first)) {
    flows = { ...flows, flows: [flow, ...flows.flows].sort((one, other) => one.first - other.first) };
    showJournal(journal, flows);
  }
  openRow(flow.first);
}

/** Reads all entries, which only their own view needs. */
async function readEntries() {
  if (journal.isWhole || !isByEntry()) return;
  journal = whole(journal, await readJournal("journal?limit=10000"));
}

/** Shows what the user wants to see, once the text is typed. */
let typing = null;
function reselect(mayFollow) {
  clearTimeout(typing);
  typing = setTimeout(() => {
    Promise.all([isByEntry() ? readEntries() : readFlows()]).then(() => showJournal(journal, flows), tell);
  }, mayFollow && !isByEntry() ? 150 : 0);
}

// MARK: Controls

wireTabs();
wireOffers(() => known);
wire(look, () => known?.health ?? { device: null });
wireWorlds((form, text, fields) => answer(form, text, true, fields));
function setAccess(app, access) {
  field("setPermission", "app").value = app;
  field("setPermission", "access").value = access;
  field("setPermission", "app").form.requestSubmit();
}

find("answer-here").addEventListener("click", () => {
  document.querySelector("form[data-control=answerHere]").requestSubmit();
  find("pane-title").focus();
});
wireScreen(setAccess);
wireSheet((access) => {
  const asked = asking(question, known.device.permissions);
  if (asked !== null && access !== "") setAccess(asked.app, access);
  else if (asked !== null) ignored = `${journal.name} ${asked.number}`;
  cover();
});

async function why(call) {
  find("explain").elements.call.value = call;
  select("explain");
  await look();
  if (known !== null) await explain(call, known, look);
  return "";
}

find("explain").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const form = submitted.target;
  press(form, form.querySelector("button"), () => why(form.elements.call.value));
});
document.addEventListener("view", ({ detail }) => detail === "explain" && find("explain").requestSubmit());
if (stored() === "explain") find("explain").requestSubmit();
find("sample").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const form = submitted.target;
  press(form, form.querySelector("button"), async () => {
    await look();
    await sendSample(known).finally(() => select("journal"));
    return "";
  });
});

wireParts();
wireKeys();
wireLists();
wirePalette(() => known, toSetting);
wireParties(() => known, toSetting);
wireSettings(look);
wireWorldChoice(get, tell);
wireConnect();
wireLinks(tell);

/** What the details of an entry and of a flow offer. */
const actions = {
  explain: async (call) => {
    await press(find("explain"), find("explain").querySelector("button"), () => why(call));
    find("why-title").focus();
  },
  flow: (number) => get(`journal/flow?number=${number}`),
  kept: async ({ number }, secrets = false) =>
    (await get(`requests?number=${number}&messages=true${secrets ? "&secrets=true" : ""}`)).requests[0]?.messages ?? null,
  copy: (text, button) => navigator.clipboard.writeText(text)
    .then(() => say(button, "Copied"), () => say(button, "The browser does not allow the page to copy")),
  remedy: () => remedyNow(look),
};
wireJournal(() => journal, actions, reselect);
const judgeRules = wireRules(() => get("rules"), actions, tell);
wireDeadlines(perform, look, tell);
wireFaults(perform, look, tell);
document.addEventListener("view", ({ detail }) => {
  if (detail === "worlds") showSummaries(get).catch(tell);
  if (detail === "settings") look();
});

// MARK: The beginning

// The world is read while the stream begins. Its first event reads it again if the first read is over.
const told = {
  opened: (isOpen) => {
    live(isOpen ? "Live" : "Live, once a second", true);
  },
  lost: () => {
    live("Not connected", false);
    look();
  },
  journal: (begin) => {
    settle();
    const isSame = begin.journal === flows.name && begin.first === flows.first;
    journal = begun(journal, begin);
    showJournal(journal, flows);
    if (!isSame) readFlows().catch(tell);
    // The stream tells changes from now on, so this read misses none.
    look();
  },
  entry: (entry) => {
    arrived.push(entry);
    showing ??= setTimeout(settle, 50);
  },
  flow: (flow) => {
    changed.push(flow);
    showing ??= setTimeout(settle, 50);
  },
  question: ({ unanswered }) => {
    question = unanswered;
    cover();
  },
  // A press, or a look that began later, may have read this state already.
  state: ({ revision }) => revision !== known?.revision && look(),
  missing: () => look(),
};

look();
readFlows().then(readEntries).then(() => {
  showJournal(journal, flows);
  openLinked().catch(tell);
  follow(told, `${flows.name}:${flows.last}`);
}, () => follow(told, ""));
