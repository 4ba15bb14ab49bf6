// The state at a glance: a short text for each part, and whether it is unusual. All functions are pure.

/** Returns the texts of the parts by their names. A text with `isUnusual` is something that a test has changed. */
export function glance({ device, worlds, unusual }) {
  const changed = unusual.filter(({ event }) => event !== null);
  const answers = changed.filter(({ group }) => group === "viewer").length;
  return {
    account: account(device.account),
    answers: { text: isWaiting(device.viewer) ? "you answer here" : answers === 0 ? "as in the profile" : `${answers} changed` },
    settings: { text: changed.length === 0 ? "" : `${changed.length} changed` },
    worlds: { text: `${worlds.length + 1}` },
  };
}

/** Whether the system's interfaces wait for a person, and the script answers nothing. */
export const isWaiting = ({ accessPrompt, systemPicker, signIn, automaticSignIn }) =>
  [accessPrompt, systemPicker, signIn, automaticSignIn].every((answer) => answer === "none");

function account(account) {
  if (account === undefined) return { text: "signed out" };
  return account.expired ? { text: `${account.subscriber}, expired`, isUnusual: true } : { text: account.subscriber };
}

/** Returns what has a setting: the device, the person's answers, an integration or a provider. */
export const holder = ({ group, requestor, mvpd, provider }) => ({
  settings: "Device", viewer: "Answers of the person", integration: `MVPD ${mvpd} for ${requestor}`, provider: `Provider ${provider}`,
})[group];

/** Returns whether two settings belong to the same one. */
export const isOfSame = (one, other) => holder(one) === holder(other);
