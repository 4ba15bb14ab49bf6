// What a person does on the device's screen, as requests of the admin API and as statements of a Swift test.

import { filled, literal } from "./words.js";

/** Returns the Swift statement for an action. */
function statement(action) {
  const screen = "try await simulator.nextInterface()";
  if (action === "other") return `${screen}.chooseOther()`;
  if (typeof action === "string") return `${screen}.${action}()`;
  if (action.choose !== undefined) return `${screen}.choose(${literal(action.choose)})`;
  const given = Object.entries(filled(action.signIn)).map(([name, text]) => `${name}: ${literal(text)}`);
  return `${screen}.signIn(${given.join(", ")})`;
}

/** Returns a control that acts in the system's interface; `action` is a function of the form's fields. */
export const act = (action) => ({
  request: ["POST", "framework/interface"], body: (fields) => JSON.stringify(action(fields)),
  swift: (fields) => statement(action(fields)), words: () => null,
});

/** Returns the rows of a picker from the top: what each says, and what choosing it does. */
export function rows({ featured, providers, applicationProviders, otherTitle }) {
  const listed = [...featured, ...providers, ...applicationProviders]
    .map(({ identifier, displayName }) => ({ label: displayName, action: { choose: identifier } }));
  return [...listed, { label: otherTitle, action: "other" }];
}
