// What is unusual about the chosen MVPD and its provider, each a press away from its row in Settings.

import { yaml } from "./choices.js";
import { holder } from "./glance.js";
import { element, fill, find, offer, say } from "./show.js";

/** The settings that tests change most: they are shown also while they are as usual. */
const common = [
  ["integration", "singleSignOn", "Single sign-on"], ["provider", "defect", "SAML defect"],
  ["integration", "degradation", "Degradation"],
];

/** Returns a value as words. */
const said = (value) => (value === true ? "on" : value === false ? "off" : yaml(value));

/** Returns the MVPDs of the requestors, and the providers that none of them has. */
function parties({ integrations, providers }) {
  const found = integrations.map(({ requestor, mvpd, provider }) => ({ requestor, mvpd, provider, name: mvpd }));
  const isOne = new Set(found.map(({ requestor }) => requestor)).size === 1;
  const named = found.map((party) => ({ ...party, name: isOne ? party.mvpd : `${party.mvpd} for ${party.requestor}` }));
  const others = providers.filter(({ id }) => !found.some(({ provider }) => provider === id));
  return [...named, ...others.map(({ id }) => ({ provider: id, name: `${id} (no MVPD)` }))];
}

/** Returns whether a setting belongs to an MVPD or to its provider. */
const isOf = ({ requestor, mvpd, provider }, setting) => (setting.group === "integration"
  ? setting.requestor === requestor && setting.mvpd === mvpd : setting.group === "provider" && setting.provider === provider);

/** Returns the settings to show of an MVPD and its provider: those that tests change most, and what else is unusual. */
function told(party, { integrations, providers, unusual }) {
  const holders = {
    integration: integrations.find(({ requestor, mvpd }) => requestor === party.requestor && mvpd === party.mvpd),
    provider: providers.find(({ id }) => id === party.provider),
  };
  const strange = unusual.filter((setting) => isOf(party, setting));
  const known = common.filter(([group]) => holders[group] !== undefined).map(([group, key, text]) => ({
    group, key, text, value: holders[group][key],
    found: strange.find((setting) => setting.group === group && setting.key === key),
  }));
  const others = strange.filter((setting) => !known.some(({ found }) => found === setting))
    .map((found) => ({ ...found, text: found.key, found }));
  return [...known, ...others].map(({ group, key, text, value, found }) => ({
    setting: group === "integration" ? { group, requestor: party.requestor, mvpd: party.mvpd, key } : { group, provider: party.provider, key },
    text, value: said(value), isUnusual: found !== undefined,
    note: found === undefined ? "" : found.event === null ? "in the profile" : "changed",
  }));
}

/** Creates the line of a setting: the way to its row. */
function line({ setting, text, value, isUnusual, note }) {
  const item = element("li");
  const made = element("button", "", isUnusual ? "unusual" : "");
  made.type = "button";
  made.append(element("span", text), " ", element("b", value), ...(note ? [" ", element("small", note)] : []));
  made.title = `${holder(setting)}: ${setting.key}`;
  made.dataset.setting = JSON.stringify(setting);
  item.append(made);
  return [item];
}

const choice = find("party");

/** Shows what is unusual about the chosen MVPD; before a choice, that of the account. */
export function showParties(known) {
  const all = parties(known);
  const names = all.map(({ name }) => name);
  const isChosen = choice.dataset.isChosen !== undefined && names.includes(choice.value);
  offer(choice, names);
  const own = all.find(({ provider }) => provider === known.device.account?.provider) ?? all[0];
  if (!isChosen && own !== undefined) choice.value = own.name;
  const party = all.find(({ name }) => name === choice.value);
  const lines = party === undefined ? [] : told(party, known);
  fill(find("party-settings"), lines, line);
  // Names the other MVPDs that are unusual.
  const strange = all.filter((one) => known.unusual.some((setting) => isOf(one, setting))).map(({ name }) => name);
  const others = strange.filter((name) => name !== party?.name);
  say(find("party-state"), lines.some(({ isUnusual }) => isUnusual) ? "unusual" : "");
  say(find("other-parties"), others.length === 0 ? "" : `Unusual, too: ${others.join(", ")}`);
}

/** Connects the choice and the lines: `known` returns the last read of the world, `toSetting` shows the row of a setting. */
export function wireParties(known, toSetting) {
  choice.addEventListener("change", () => {
    choice.dataset.isChosen = "true";
    if (known() !== null) showParties(known());
  });
  find("party-settings").addEventListener("click", ({ target }) => {
    const { setting } = target.closest("button")?.dataset ?? {};
    if (setting !== undefined) toSetting(JSON.parse(setting));
  });
}
