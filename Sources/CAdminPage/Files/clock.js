// The simulated time between two reads of the world. A clock that follows the wall clock goes on meanwhile.

/** Returns the instant of a clock some milliseconds after it was read. */
export function at({ now, mode }, elapsed) {
  if (mode !== "following") return now;
  return new Date(Date.parse(now) + elapsed).toISOString().replace(/\.\d+Z$/, "Z");
}

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** Returns a number of seconds in its largest unit, such as “30 days”. */
function amount(seconds) {
  const [name, length] = units.find(([, length]) => seconds >= length) ?? units.at(-1);
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** Returns how far an instant is from another one, such as “in 30 days”, “now” or “2 hours ago”. */
export function distance(instant, now) {
  const seconds = Math.round((Date.parse(instant) - Date.parse(now)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds === 0) return "now";
  return seconds >= 0 ? `in ${amount(seconds)}` : `${amount(-seconds)} ago`;
}

/** Returns the mode of a clock, and how far one that follows the wall clock (in milliseconds) is from it. */
export function pace({ now, mode }, wall) {
  const seconds = Math.round((Date.parse(now) - wall) / 1000);
  if (mode !== "following" || Math.abs(seconds) < 60) return mode;
  return `${mode}, ${amount(Math.abs(seconds))} ${seconds > 0 ? "ahead" : "behind"}`;
}

/** Returns an instant without the letters of ISO 8601, which take space in each line. */
export const brief = (at) => at.replace("T", " ").replace(/(\.\d+)?Z$/, "");

/** Returns the time of day of an instant, as the status bar of a device shows it. */
export const timeOfDay = (instant) => instant.slice(11, 16);

/** Returns whether an instant has passed between two others. */
export const hasPassed = (instant, before, now) =>
  Date.parse(before) < Date.parse(instant) && Date.parse(instant) <= Date.parse(now);
