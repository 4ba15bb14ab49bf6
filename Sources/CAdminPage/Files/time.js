// The clock of the world: how it goes, how to move it, and what ends by itself.

import { brief, distance, pace } from "./clock.js";
import { Choices, Control, Input } from "./form.js";
import { useNow } from "./header.js";
import { Outcome, useAct, useFocusBack } from "./parts.js";
import { html, useRef } from "./preact.js";
import { useStore } from "./store.js";
import { endings } from "./state.js";

/** The most deadlines that are shown. */
const most = 200;
const steps = [["1h", "+1 h"], ["1d", "+1 d"], ["30d", "+30 d"]];

/** The content of the menu of the clock. */
export default function Time() {
  const [clock, deadlines, wall] = useStore(({ view, wall }) => [view.device.clock, view.deadlines, wall]);
  const now = useNow();
  const place = useRef();
  const [perform, refused] = useAct();
  useFocusBack(place);
  const all = endings(deadlines).slice(0, most);
  return html`<div class="time" ref=${place} tabindex="-1"><h2 id="time-title"><span
    id="time-now">${brief(now)}</span> <small class="quiet" id="time-mode">${pace(clock, wall)}</small></h2>
    <${Control} name="advance" title="Advance"><${Choices} name="duration" label="Advance the clock" options=${steps} />
      <label>Duration <${Input} name="duration" value="1d" required /></label><//>
    <${Control} name="setClock" title="Set"><label class="wide">Instant <input name="instant" required
      autocomplete="off"
      placeholder="2026-01-01T00:00:00Z" /></label><//>
    <div class="pair"><${Control} name="followClock" title="Follow the wall clock" /><${Control} name="freezeClock"
      title="Freeze" /></div>
    <h3 id="deadlines-title">Ends by itself</h3>
    ${all.length === 0 ? html`<p class="quiet"
      id="no-deadlines">Nothing ends by itself now. An account, a profile, an authorization, a registration
      code and a SAML request do.</p>` : html`<table id="deadline-table" aria-labelledby="deadlines-title"><tbody
        id="all-deadlines">${all.map(({ jumpTo, text, subjects }) =>
        html`<tr key=${jumpTo}><td title=${subjects}><b>${text}</b></td><td>${brief(jumpTo)} <small
          class="quiet">${distance(jumpTo, now)}</small></td>
          <td><button type="button" data-jump=${jumpTo} aria-label=${`Jump past it: ${subjects}`}
            onClick=${() => perform({ setClock: jumpTo })}>Jump past it</button></td></tr>`)}</tbody></table>`}
    <${Outcome} error=${refused} /></div>`;
}
