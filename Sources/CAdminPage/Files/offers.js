// What the fields of the controls offer, which depends on the world and on other fields.

import { choices, label, other, yaml } from "./choices.js";
import { noError, statuses, waiting } from "./commands.js";
import { isWaiting } from "./glance.js";
import { control, element, field, find, offer, say } from "./show.js";

/** Shows or hides a field; a hidden one is not sent. */
function enable(at, isShown) {
  at.disabled = !isShown;
  at.labels[0].hidden = !isShown;
}

function offerSubscribers({ providers }) {
  const chosen = providers.find(({ id }) => id === field("signIn", "provider").value);
  offer(field("signIn", "subscriber"), (chosen?.subscribers ?? []).map(({ name }) => name));
}

/** Creates the field of a key of a fault: `only.mvpd` or `answer.delay`. */
function part(name, text, description) {
  const label = element("label", text);
  const input = element("input");
  Object.assign(input, { name, autocomplete: "off", placeholder: examples[name] ?? "", title: description });
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
function offerParts(chosen, { operations, keys }) {
  const place = find("fault-parts");
  const all = (list) => [...new Set(operations.flatMap((operation) => operation[list]))];
  const about = (name) => keys.find(({ key }) => key === name)?.description ?? "";
  if (!place.dataset.isFilled) {
    place.append(
      ...all("only").map((name) => part(`only.${name}`, `Only ${name}`, about(`only.${name}`))),
      ...all("shapes").map((name) => part(`answer.${name}`, `Answer’s ${spaced(name)}`, about(name))));
    place.dataset.isFilled = "true";
  }
  for (const [list, prefix] of [["only", "only"], ["shapes", "answer"]]) {
    for (const name of all(list)) enable(field("fault", `${prefix}.${name}`), chosen?.[list].includes(name) ?? false);
  }
}

/** Offers the errors of the chosen call; the control of the next calls has errors only. */
function offerErrors(form, { catalog }) {
  const chosen = catalog.operations.find(({ operation }) => operation === field(form, "operation").value);
  const error = field(form, "error");
  const errors = [...(chosen?.errors ?? [])];
  if (form === "fault") {
    say(find("operation-summary"), chosen?.summary ?? "");
    if (chosen?.shapes.length > 0) errors.push(noError);
    offerParts(chosen, catalog);
  }
  const isOther = error.form.dataset.operation !== chosen?.operation;
  offer(error, errors, { label: (name) => (name === statuses ? `HTTP status ${name}` : name) });
  // A service that is down is what tests try most.
  if (isOther && errors.includes(statuses)) error.value = statuses;
  error.form.dataset.operation = chosen?.operation;
  enable(field(form, "status"), error.value === statuses);
}

/**
 * Returns whether a control's form has a value of the user that a read does not have: one that is not sent yet, or that
 * was sent after the read had begun.
 */
export const isEdited = ({ dataset: { isEdited: edited, sentAt } }, { begunAt }) =>
  edited !== undefined || begunAt < Number(sentAt ?? 0);

/** Shows the access of the named app, unless the user has chosen another one. */
function offerAccess(known) {
  const app = field("setPermission", "app").value.trim();
  const access = known.device.permissions.find(({ bundleID }) => bundleID === app)?.access ?? "notDetermined";
  if (!isEdited(control("setPermission"), known)) field("setPermission", "access").value = access;
}

/** Shows what the script answers, if no person does: the present answers, and the usual ones while a person answers. */
function offerScript({ device, providers, settings }) {
  const isScripted = !isWaiting(device.viewer);
  for (const key of waiting) {
    const at = field("script", key);
    const { schema } = settings.find((setting) => setting.group === "viewer" && setting.key === key);
    const now = yaml(isScripted ? device.viewer[key] : schema.default);
    const offered = choices(schema, providers)
      .filter((choice) => choice !== other && (choice !== "none" || now === "none"));
    offer(at, offered.includes(now) ? offered : [...offered, now], { label });
    at.value = now;
    at.labels[0].hidden = !isScripted;
  }
}

/** Sets what all fields offer. */
export function offerAll(known) {
  const { operations } = known.catalog;
  const about = (name) => operations.find(({ operation }) => operation === name)?.summary ?? "";
  for (const form of ["fault", "failNext"]) {
    offer(field(form, "operation"), operations.map(({ operation }) => operation), { about });
  }
  if (known.settings !== null && !isEdited(control("script"), known)) offerScript(known);
  offerSubscribers(known);
  for (const form of ["fault", "failNext"]) offerErrors(form, known);
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
