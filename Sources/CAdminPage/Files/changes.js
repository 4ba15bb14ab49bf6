// What a test has changed since the profile, each with the command that takes it back. All functions are pure.

import { word } from "./flows.js";

/** Returns a key as words: “Denial text”. */
export function spaced(key) {
  const text = key.split(".").at(-1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text[0].toUpperCase() + text.slice(1);
}

/** Returns a value as a person says it. */
export function said(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return /[\s,.]/.test(value) ? `“${value}”` : value;
  return Array.isArray(value) ? value.map(said).join(", ") || "empty" : word(value);
}

const isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const isTree = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the command that changes a subscriber of a provider. */
export const person = (provider, name, set) => ({ provider: { id: provider, set: { subscribers: { [name]: set } } } });

/** Returns the words of a denial; empty if they are those of the provider. */
export const denial = (given) => (typeof given === "string" ? given : given?.text ?? "");

/** Returns the commands after which a provider denies a subscriber exactly these resources. */
export function denying(provider, name, denials) {
  const cleared = person(provider, name, { denials: null });
  return Object.keys(denials).length === 0 ? cleared : [cleared, person(provider, name, { denials })];
}

/** Returns the commands that let a subscriber watch a resource. */
export function allowing(provider, { name, denials = {}, entitlements = [] }, resource) {
  const { [resource]: denied, ...others } = denials;
  const lifted = denied === undefined ? [] : [denying(provider, name, others)].flat();
  return entitlements.includes(resource) ? lifted
    : [...lifted, person(provider, name, { entitlements: [...entitlements, resource] })];
}

/** Returns the set of members after which a tree is as it was. */
const restored = (now, was) =>
  ({ ...Object.fromEntries(Object.keys(now ?? {}).filter((key) => !(key in was)).map((key) => [key, null])), ...was });

/** Returns what has changed about the subscribers of a provider. */
function people({ provider, value, initial }) {
  const names = [...new Set([...Object.keys(value ?? {}), ...Object.keys(initial ?? {})])];
  const at = (name, about) => ({ holder: `provider:${provider}`, key: "subscribers", about: `${provider}: ${name}`,
    ...about });
  return names.flatMap((name) => {
    const [now, was] = [value?.[name], initial?.[name]];
    const all = (word, event) => [at(name, { label: name, value: `${word} · ${provider}`, event })];
    if (was === undefined) return all("added", person(provider, name, null));
    if (now === undefined) return all("removed", person(provider, name, was));
    const { denials: denied = {}, ...nowOthers } = now;
    const { denials: before = {}, ...wasOthers } = was;
    const resources = [...new Set([...Object.keys(denied ?? {}), ...Object.keys(before ?? {})])]
      .filter((one) => !(one in denied && one in before && isSame(denied[one], before[one])));
    const keys = [...new Set([...Object.keys(nowOthers), ...Object.keys(wasOthers)])].filter((key) => !isSame(now[key],
      was[key]));
    return [
      ...resources.map((one) => {
        const { [one]: _, ...others } = denied;
        const words = denial(denied[one]);
        return at(name, {
          label: one, value: !(one in denied) ? `not denied to ${name}` : `denied to ${name}${words && `: “${words}”`}`,
          event: denying(provider, name, one in before ? { ...others, [one]: before[one] } : others),
        });
      }),
      ...keys.map((key) => at(name, {
        label: spaced(key), value: `${name}: ${said(now[key] ?? null)}`,
        event: person(provider, name, { [key]: isTree(was[key]) ? restored(now[key], was[key]) : was[key] ?? null }),
      })),
    ];
  });
}

/** Returns the identity of what has a setting; an MVPD without a TV provider is its own. */
export const holderOf = ({ group, requestor, mvpd, provider }, integrations = []) => {
  if (group === "provider") return `provider:${provider}`;
  if (group !== "integration") return group;
  const found = integrations.find((one) => one.requestor === requestor && one.mvpd === mvpd);
  return found?.provider ? `provider:${found.provider}` : `mvpd:${requestor}:${mvpd}`;
};

/** Returns what a fault does, as short texts. */
export const effect = ({ id, at, error, after, times, only, ...changes }) => [
  error, ...Object.entries(changes).map(([key, value]) => (key === "headers"
    ? Object.entries(value).map(([name, text]) => `${name} ${text}`).join(", ")
      : `${spaced(key).toLowerCase()} ${said(value)}`)),
  ...Object.entries(only ?? {}).map(([key, value]) => `only ${key} ${value}`)].filter(Boolean);

/** Returns how many calls are left to a fault. */
export const left = ({ times, after }) => [
  ...(after ? [`after ${after}`] : []), times === undefined ? "until removed" : times === 0 ? "used up"
    : `times ${times}`].join(", ");

/** Returns all that has changed, in the order of the settings, and then the faults. */
export function changes({ unusual, device, integrations }) {
  // Subscribers have events of their own, one for each person.
  const changed = unusual.filter(({ group, key, event }) => event !== null || (group === "provider" && key === "subscribers"));
  return [
    ...changed.flatMap((setting) => {
      if (setting.group === "provider" && setting.key === "subscribers") return people(setting);
      const owner = setting.mvpd ?? setting.provider;
      return [{
        label: spaced(setting.key), value: owner === undefined ? said(setting.value)
          : `${said(setting.value)} · ${owner}`,
        about: `${owner ?? "Device"}: ${setting.key}`, event: setting.event, holder: holderOf(setting, integrations),
          key: setting.key,
      }];
    }),
    ...device.faults.map((fault) => ({
      label: fault.at.split(".").at(-1), value: [effect(fault).join(", "), left(fault)].join(" · "),
        isOver: fault.times === 0,
      about: `Fault at ${fault.at}`, event: { removeFault: Number(fault.id) }, holder: "faults", fault,
    })),
  ];
}
