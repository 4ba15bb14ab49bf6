// The faults of the world: what each does, how many calls are left, and a way to remove it alone.

import { dotted, element, fill, find } from "./show.js";

/** Returns what a fault does, as a short text. */
const effect = ({ at, error, after, times, ...changes }) =>
  [error, ...dotted(changes).map(([key, value]) => `${key} ${value}`)].filter(Boolean).join(", ");

/** Returns how many calls are left to a fault. */
const left = ({ times }) => (times === undefined ? "until cleared" : times === 0 ? "used up" : `times ${times}`);

const later = ({ after }) => (after ? `, after ${after}` : "");

/** Creates the button that removes a fault: all are cleared and the others added again, in one transaction. */
function remove(fault, index, label) {
  const made = element("button", label, "quiet");
  made.type = "button";
  made.dataset.index = index;
  made.setAttribute("aria-label", `${label} the fault ${fault.at} ${effect(fault)}`);
  return made;
}

/** Returns the commands that leave all faults but one. The function is pure. */
export const without = (faults, index) =>
  ["clearFaults", ...faults.toSpliced(index, 1).map((fault) => ({ fault }))];

function line([fault, index]) {
  const item = element("li");
  item.append(element("span", `${fault.at} ${effect(fault)}${later(fault)}, ${left(fault)}`), " ", remove(fault, index, "Remove"));
  return [item];
}

function row([fault, index]) {
  const made = element("tr");
  const cells = Array.from({ length: 4 }, () => element("td"));
  cells[0].append(element("code", fault.at));
  cells[1].append(effect(fault));
  cells[2].append(left(fault) + later(fault));
  cells[3].append(remove(fault, index, "Remove"));
  made.append(...cells);
  return [made];
}

/** Shows the faults, in State and in the view of the time. */
export function showFaults(faults) {
  const focused = ["faults", "all-faults"].find((id) => find(id).contains(document.activeElement));
  const numbered = faults.map((fault, index) => [fault, index]);
  fill(find("faults"), numbered, line);
  fill(find("all-faults"), numbered, row);
  find("fault-table").hidden = faults.length === 0;
  // The button that was pressed is gone.
  if (focused !== undefined && document.activeElement === document.body) {
    find(focused === "faults" ? "faults-title" : "all-faults-title").focus();
  }
}

/**
 * Connects the buttons: `known` returns the present faults, `perform` sends commands, `look` reads the world again, and
 * `tell` shows an error.
 */
export function wireFaults(known, perform, look, tell) {
  for (const id of ["faults", "all-faults"]) {
    find(id).addEventListener("click", ({ target }) => {
      const { index } = target.dataset;
      if (index !== undefined) perform(JSON.stringify(without(known(), Number(index)))).then(look, tell);
    });
  }
}
