// What the fields of the controls offer, which depends on the world and on other fields.

import { choices, keys, label, other, schemaAt } from "./choices.js";
import { statuses } from "./commands.js";
import { field, find, offer, say } from "./show.js";

/** The controls whose value is chosen or typed, by the schema of their key. */
const valued = ["viewer", "settings", "integration", "provider"];

/** Shows or hides a field; a hidden one is not sent. */
function enable(at, isShown) {
  at.disabled = !isShown;
  at.labels[0].hidden = !isShown;
}

function offerValues(control, { schemas, providers }) {
  const schema = schemaAt(schemas[control], field(control, "key").value);
  const offered = choices(schema, providers);
  offer(field(control, "choice"), offered, label);
  // A value that can only be typed needs no choice.
  enable(field(control, "choice"), offered.length > 1);
  enable(field(control, "value"), field(control, "choice").value === other || offered.length === 0);
}

function offerSubscribers({ providers }) {
  const chosen = providers.find(({ id }) => id === field("signIn", "provider").value);
  offer(field("signIn", "subscriber"), (chosen?.subscribers ?? []).map(({ name }) => name));
}

function offerErrors({ operations }) {
  const chosen = operations.find(({ operation }) => operation === field("fault", "operation").value);
  say(find("operation-summary"), chosen?.summary ?? "");
  offer(field("fault", "error"), chosen?.errors ?? [], (name) => (name === statuses ? `HTTP status ${name}` : name));
  enable(field("fault", "status"), field("fault", "error").value === statuses);
}

/** Shows the access of the named app, unless the user has chosen another one. */
function offerAccess({ device }) {
  const form = field("setPermission", "app").form;
  const app = field("setPermission", "app").value.trim();
  const known = device.permissions.find(({ bundleID }) => bundleID === app)?.access ?? "notDetermined";
  if (!form.dataset.isEdited) field("setPermission", "access").value = known;
}

/** Sets what all fields offer. */
export function offerAll(known) {
  offer(field("fault", "operation"), known.operations.map(({ operation }) => operation));
  for (const control of ["integration", "provider"]) offer(field(control, "key"), keys(known.schemas[control]));
  for (const control of valued) offerValues(control, known);
  offerSubscribers(known);
  offerErrors(known);
  offerAccess(known);
}

/** Connects the fields: `known` returns the last read of the world, or `null`. */
export function wireOffers(known) {
  const form = field("setPermission", "app").form;
  function changed({ type, target }) {
    if (target.form === form) {
      if (target.name === "access") form.dataset.isEdited = "true";
      else if (type === "input") delete form.dataset.isEdited;
    }
    if (known() !== null) offerAll(known());
  }
  // A control writes its command after this, since the command needs the new offers.
  for (const kind of ["input", "change"]) document.addEventListener(kind, changed, { capture: true });
}
