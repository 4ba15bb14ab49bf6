// What has settings: the device, the person, the faults, each TV provider with its MVPDs, and each other MVPD. All are
// pure.

import { holderOf } from "./changes.js";
import { wordsOf } from "./values.js";

/** Returns the holders of the device, and those of the TV providers and MVPDs, each with its number of changes. */
export function holders({ integrations, providers, unusual, device }) {
  const changed = new Map();
  for (const setting of unusual) {
    if (setting.event === null) continue;
    const id = holderOf(setting, integrations);
    changed.set(id, (changed.get(id) ?? 0) + 1);
  }
  const make = (id, name, more) => ({ id, name, changes: changed.get(id) ?? 0, ...more });
  const alone = integrations.filter(({ provider }) => !providers.some(({ id }) => id === provider));
  const off = new Set(integrations.filter(({ singleSignOn }) => !singleSignOn).map(({ provider }) => provider));
  const used = device.faults.filter(({ times }) => times === 0).length;
  const faults = device.faults.length === 0 ? "" : used === 0 ? `${device.faults.length} set` : `${used} used up`;
  return {
    own: [make("settings", "Device"), make("viewer", "Answers of the person"), make("faults", "Faults",
      { note: faults })],
    parties: [
      ...providers.map(({ id, displayName, boarding }) => make(`provider:${id}`, displayName,
        { key: id, note: off.has(id) ? "sso off" : boarding === "none" ? "no boarding" : "" })),
      ...alone.map(({ requestor, mvpd, displayName }) => make(`mvpd:${requestor}:${mvpd}`, displayName ?? mvpd,
        { key: mvpd, note: "no provider" })),
    ],
  };
}

/** Returns a function that says whether a text has all words of a search. */
export function having(text) {
  const wanted = wordsOf(text);
  return (found) => wanted.every((word) => found.includes(word));
}
