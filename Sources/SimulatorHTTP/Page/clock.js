// The simulated time between two reads of the world. A clock that follows the wall clock goes on meanwhile.

/** Returns the instant of a clock some milliseconds after it was read. */
export function at({ now, mode }, elapsed) {
  if (mode !== "following") return now;
  return new Date(Date.parse(now) + elapsed).toISOString().replace(/\.\d+Z$/, "Z");
}

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** Returns how far an instant is from another one, such as “in 30 days” or “2 hours ago”. */
export function distance(instant, now) {
  const seconds = Math.round((Date.parse(instant) - Date.parse(now)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  const [name, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1);
  const count = Math.floor(Math.abs(seconds) / length);
  const amount = `${count} ${name}${count === 1 ? "" : "s"}`;
  return seconds >= 0 ? `in ${amount}` : `${amount} ago`;
}

/** Returns the time of day of an instant, as the status bar of a device shows it. */
export const timeOfDay = (instant) => instant.slice(11, 16);

/** Returns whether an instant has passed between two others. */
export const hasPassed = (instant, before, now) =>
  Date.parse(before) < Date.parse(instant) && Date.parse(instant) <= Date.parse(now);
