// The faults of the world: what each does, how many calls are left, and a way to remove it alone.

import { dotted, element, fill, find } from "./show.js";

/** Returns what a fault does, as a short text. */
const effect = ({ id, at, error, after, times, ...changes }) =>
  [error, ...dotted(changes).map(([key, value]) => `${key} ${value}`)].filter(Boolean).join(", ");

/** Returns how many calls are left to a fault. */
const left = ({ times }) => (times === undefined ? "until cleared" : times === 0 ? "used up" : `times ${times}`);

const later = ({ after }) => (after ? `, after ${after}` : "");

/** Creates the button that removes a fault. */
function remove(fault) {
  const made = element("button", "Remove", "quiet");
  made.type = "button";
  made.dataset.fault = fault.id;
  made.setAttribute("aria-label", `Remove the fault ${fault.at} ${effect(fault)}`);
  return made;
}

function line(fault) {
  const item = element("li");
  item.append(element("span", `${fault.at} ${effect(fault)}${later(fault)}, ${left(fault)}`), " ", remove(fault));
  return [item];
}

function row(fault) {
  const made = element("tr");
  const cells = Array.from({ length: 4 }, () => element("td"));
  cells[0].append(element("code", fault.at));
  cells[1].append(effect(fault));
  cells[2].append(left(fault) + later(fault));
  cells[3].append(remove(fault));
  made.append(...cells);
  return [made];
}

/** Shows the faults, in State and in the view of the time. */
export function showFaults(faults) {
  const focused = ["faults", "all-faults"].find((id) => find(id).contains(document.activeElement));
  fill(find("faults"), faults, line);
  fill(find("all-faults"), faults, row);
  find("fault-table").hidden = faults.length === 0;
  // The button that was pressed is gone.
  if (focused !== undefined && document.activeElement === document.body) {
    find(focused === "faults" ? "faults-title" : "all-faults-title").focus();
  }
}

/** Connects the buttons: `perform` sends commands, `look` reads the world again, and `tell` shows an error. */
export function wireFaults(perform, look, tell) {
  for (const id of ["faults", "all-faults"]) {
    find(id).addEventListener("click", ({ target }) => {
      const { fault } = target.dataset;
      if (fault !== undefined) perform(JSON.stringify({ removeFault: Number(fault) })).then(look, tell);
    });
  }
}
