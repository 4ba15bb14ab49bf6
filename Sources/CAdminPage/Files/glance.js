// The state at a glance: a short text for each part, and whether it is unusual. All functions are pure.

/** Returns the texts of the parts by their names. A text with `isUnusual` is something that a test has changed. */
export function glance({ device, integrations, providers, worlds, changed }) {
  const answers = changed.filter(({ group }) => group === "viewer").length;
  const off = integrations.filter(isOff).length;
  const listed = providers.filter(({ boarding }) => boarding !== "none").length;
  const defective = providers.filter(({ defect }) => defect !== "none").length;
  return {
    account: account(device.account),
    answers: { text: isWaiting(device.viewer) ? "you answer here" : answers === 0 ? "as in the profile" : `${answers} changed` },
    integrations: {
      text: off === 0 ? `${integrations.length}, all on` : `${off} of ${integrations.length} limited`,
      isUnusual: off > 0,
    },
    people: {
      text: defective > 0 ? `${defective} with a defect`
        : listed === providers.length ? `${listed}` : `${providers.length}, ${listed} in the picker`, isUnusual: defective > 0,
    },
    settings: {
      text: `${device.platform}${device.region === "supported" ? "" : ", other region"}`,
      isUnusual: device.region !== "supported",
    },
    worlds: { text: `${worlds.length + 1}` },
  };
}

/** Whether the system's interfaces wait for a person, and the script answers nothing. */
export const isWaiting = ({ accessPrompt, systemPicker, signIn }) =>
  [accessPrompt, systemPicker, signIn].every((answer) => answer === "none");

const isOff = ({ enabled, singleSignOn, degradation }) => !enabled || !singleSignOn || degradation !== "none";

function account(account) {
  if (account === undefined) return { text: "signed out" };
  return account.expired ? { text: `${account.subscriber}, expired`, isUnusual: true } : { text: account.subscriber };
}

/** Returns the state of an integration as a sentence without a verb. */
export function integration({ mvpd, provider, boardingStatus, enabled, singleSignOn, degradation }) {
  return [
    provider === mvpd ? "" : provider ?? "no provider at Apple", boardingStatus ?? "not boarded",
    enabled ? "" : "not enabled", singleSignOn ? "" : "no single sign-on", degradation === "none" ? "" : degradation,
  ].filter(Boolean).join(", ");
}

/** Returns the state of a provider as a sentence without a verb. */
export function provider({ id, displayName, boarding, schemes, defect, homeNetwork }) {
  return [
    displayName === id ? "" : `“${displayName}”`, boarding, schemes.join(" and "),
    defect === "none" ? "" : `defect ${defect}`, homeNetwork === undefined ? "" : `at home: ${homeNetwork}`,
  ].filter(Boolean).join(", ");
}
