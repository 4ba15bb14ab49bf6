// What the fields of the controls offer, which depends on the world and on other fields.

import { choices, keys, label, other, schemaAt, yaml } from "./choices.js";
import { noError, statuses, waiting } from "./commands.js";
import { isWaiting } from "./glance.js";
import { element, field, find, offer, say } from "./show.js";

/** The controls whose value is chosen or typed, by the schema of their key. */
const valued = ["viewer", "settings", "integration", "provider"];

/** Shows or hides a field; a hidden one is not sent. */
function enable(at, isShown) {
  at.disabled = !isShown;
  at.labels[0].hidden = !isShown;
}

/** Returns the present value of the chosen key, as YAML; `undefined` if it has none. */
function present(control, { device, integrations, providers }) {
  const holders = {
    viewer: () => device.viewer, settings: () => device,
    provider: () => providers.find(({ id }) => id === field("provider", "provider").value),
    integration: () => integrations.find(({ requestor, mvpd }) =>
      `${requestor} ${mvpd}` === field("integration", "integration").value),
  };
  const value = field(control, "key").value.split(".").reduce((at, name) => at?.[name], holders[control]());
  return value === undefined ? undefined : yaml(value);
}

/** Offers the values of the chosen key, and shows the present one unless the user has changed it. */
function offerValues(control, known) {
  const schema = schemaAt(known.schemas[control], field(control, "key").value);
  const offered = choices(schema, known.providers);
  offer(field(control, "choice"), offered, label);
  const now = present(control, known);
  if (!isEdited(control, known)) {
    if (offered.includes(now)) field(control, "choice").value = now;
    else if (offered.includes(other)) field(control, "choice").value = other;
    field(control, "value").value = offered.includes(now) ? "" : now ?? "";
  }
  // A value that can only be typed needs no choice.
  enable(field(control, "choice"), offered.length > 1);
  enable(field(control, "value"), field(control, "choice").value === other || offered.length === 0);
}

function offerSubscribers({ providers }) {
  const chosen = providers.find(({ id }) => id === field("signIn", "provider").value);
  offer(field("signIn", "subscriber"), (chosen?.subscribers ?? []).map(({ name }) => name));
}

/** Creates the field of a key of a fault: `only.mvpd` or `answer.delay`. */
function part(name, text, schema) {
  const label = element("label", text);
  const input = element("input");
  Object.assign(input, { name, autocomplete: "off", placeholder: examples[name] ?? "", title: schema?.description ?? "" });
  label.append(" ", input);
  return label;
}

/** What can be typed into the fields of a fault whose form is not plain. */
const examples = {
  "answer.delay": "8s", "answer.headers": "Retry-After=30", "answer.status": "503", "answer.contentType": "text/html",
  "answer.adds": '{"news": true}', "only.mvpd": "Cablevision",
};

const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Offers the keys of a fault that the chosen call has, as the catalogue lists them. */
function offerParts(chosen, { operations, schemas }) {
  const place = find("fault-parts");
  const all = (list) => [...new Set(operations.flatMap((operation) => operation[list]))];
  if (!place.dataset.isFilled) {
    const { properties } = schemas.fault;
    place.append(
      ...all("only").map((name) => part(`only.${name}`, `Only ${name}`, properties.only.properties[name])),
      ...all("shapes").map((name) => part(`answer.${name}`, `Answer’s ${spaced(name)}`, properties[name])));
    place.dataset.isFilled = "true";
  }
  for (const [list, prefix] of [["only", "only"], ["shapes", "answer"]]) {
    for (const name of all(list)) enable(field("fault", `${prefix}.${name}`), chosen?.[list].includes(name) ?? false);
  }
}

/** Offers the errors of the chosen call; the control of the next calls has errors only. */
function offerErrors(control, { operations, schemas }) {
  const chosen = operations.find(({ operation }) => operation === field(control, "operation").value);
  const error = field(control, "error");
  const errors = [...(chosen?.errors ?? [])];
  if (control === "fault") {
    say(find("operation-summary"), chosen?.summary ?? "");
    if (chosen?.shapes.length > 0) errors.push(noError);
    if (schemas !== null) offerParts(chosen, { operations, schemas });
  }
  const isOther = error.form.dataset.operation !== chosen?.operation;
  offer(error, errors, (name) => (name === statuses ? `HTTP status ${name}` : name));
  // A service that is down is what tests try most.
  if (isOther && errors.includes(statuses)) error.value = statuses;
  error.form.dataset.operation = chosen?.operation;
  enable(field(control, "status"), error.value === statuses);
}

/**
 * Returns whether a control has a value of the user that a read does not have: one that is not sent yet, or that was sent
 * after the read had begun.
 */
export const isEdited = (control, { begunAt }) => {
  const { isEdited: edited, sentAt } = document.querySelector(`form[data-control=${control}]`).dataset;
  return edited !== undefined || begunAt < Number(sentAt ?? 0);
};

/** Shows the access of the named app, unless the user has chosen another one. */
function offerAccess(known) {
  const app = field("setPermission", "app").value.trim();
  const access = known.device.permissions.find(({ bundleID }) => bundleID === app)?.access ?? "notDetermined";
  if (!isEdited("setPermission", known)) field("setPermission", "access").value = access;
}

/** Shows what the script answers, if no person does: the present answers, and the usual ones while a person answers. */
function offerScript({ device, providers, schemas }) {
  const isScripted = !isWaiting(device.viewer);
  for (const key of waiting) {
    const at = field("script", key);
    const { default: usual } = schemaAt(schemas.viewer, key);
    const now = yaml(isScripted ? device.viewer[key] : usual);
    const offered = choices(schemaAt(schemas.viewer, key), providers)
      .filter((choice) => choice !== other && (choice !== "none" || now === "none"));
    offer(at, offered.includes(now) ? offered : [...offered, now], label);
    at.value = now;
    at.labels[0].hidden = !isScripted;
  }
}

/** Sets what all fields offer. */
export function offerAll(known) {
  for (const control of ["fault", "failNext"]) {
    offer(field(control, "operation"), known.operations.map(({ operation }) => operation));
  }
  if (known.schemas !== null) {
    for (const control of ["integration", "provider"]) offer(field(control, "key"), keys(known.schemas[control]));
    for (const control of valued) offerValues(control, known);
    if (!isEdited("script", known)) offerScript(known);
  }
  offerSubscribers(known);
  for (const control of ["fault", "failNext"]) offerErrors(control, known);
  offerAccess(known);
}

/** Connects the fields: `known` returns the last read of the world, or `null`. */
export function wireOffers(known) {
  function changed({ type, target }) {
    if (["access", "choice", "platform", "value", ...waiting].includes(target.name)) target.form.dataset.isEdited = "true";
    // Another app or key has another value.
    else if (type === "input" && target.form) delete target.form.dataset.isEdited;
    if (known() !== null) offerAll(known());
  }
  // A control writes its command after this, since the command needs the new offers.
  for (const kind of ["input", "change"]) document.addEventListener(kind, changed, { capture: true });
}
