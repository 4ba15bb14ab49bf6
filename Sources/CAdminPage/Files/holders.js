// What has settings: the device, the person, the faults, each TV provider with its MVPDs, and each other MVPD. All are pure.

import { holderOf } from "./changes.js";

const identity = ({ group, requestor, mvpd, provider, key }) => [group, requestor, mvpd, provider, key].join("\n");

/** Whether a setting is as it was read. */
const isSame = (found, setting) =>
  JSON.stringify(found.value) === JSON.stringify(setting.value) && (found.event === null) === (setting.event === null);

/**
 * Returns the settings as they are now. All settings are read once; the view has those that are not as usual, and every
 * other one has the value of the profile.
 */
export function present(settings, unusual) {
  const now = new Map(unusual.map((setting) => [identity(setting), setting]));
  return settings.map((setting) => {
    const found = now.get(identity(setting));
    if (found !== undefined) return isSame(found, setting) ? setting : { ...setting, ...found };
    return setting.event === null ? setting : { ...setting, value: setting.initial, event: null };
  });
}

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
    own: [make("settings", "Device"), make("viewer", "Answers of the person"), make("faults", "Faults", { note: faults })],
    parties: [
      ...providers.map(({ id, displayName, boarding }) => make(`provider:${id}`, displayName,
        { key: id, note: off.has(id) ? "sso off" : boarding === "none" ? "no boarding" : "" })),
      ...alone.map(({ requestor, mvpd, displayName }) => make(`mvpd:${requestor}:${mvpd}`, displayName ?? mvpd, { key: mvpd, note: "no provider" })),
    ],
  };
}

/** Returns the settings of each holder, by its identity. */
export function grouped(settings, integrations) {
  const known = new Map(integrations.map((one) => [`${one.requestor} ${one.mvpd}`, [one]]));
  return Map.groupBy(settings, (setting) =>
    holderOf(setting, setting.group === "integration" ? known.get(`${setting.requestor} ${setting.mvpd}`) ?? [] : []));
}

/** Returns what has a setting, in words. */
export function owner({ group, requestor, mvpd, provider }) {
  if (group === "provider") return `Provider ${provider}`;
  return group === "integration" ? `MVPD ${mvpd} for ${requestor}` : group === "viewer" ? "Answers of the person" : "Device";
}

const texts = new WeakMap();

const plain = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value));

/** Returns the words of a setting that a search finds, in small letters. */
export function words(setting) {
  const known = texts.get(setting);
  if (known !== undefined) return known;
  const { key, description, value, initial, event } = setting;
  const text = `${owner(setting)} ${key} ${description} ${plain(value)} ${event === null ? "" : plain(initial)}`.toLowerCase();
  texts.set(setting, text);
  return text;
}

/** Returns a function that says whether a text has all words of a search. */
export function having(text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (found) => wanted.every((word) => found.includes(word));
}
