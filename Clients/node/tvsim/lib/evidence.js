// What the simulator knows about a world, for the report of a failed test.
'use strict';

const {mkdirSync, writeFileSync} = require('node:fs');
const path = require('node:path');
const {NEWEST, line} = require('./journal');

/** The files of a world's evidence. */
const FILES = [
  'journal.txt', 'journal.json', 'flows.json', 'requests.har', 'world.json', 'evidence.json', 'explain.json', 'report.html',
];

/** What writes an entry only if an app with the SDK, or Apple's framework, was used. */
const ROOMS = ['AccessEnabler', 'VideoSubscriberAccount'];

/** The journal, the requests, the state, and what the app's first call would do now. */
class Evidence {
  static of(world) {
    return world.evidence();
  }

  constructor(world, url, files) {
    this.world = world;
    this.url = url;
    this.files = files;
  }

  get entries() {
    return JSON.parse(this.files['journal.json']).entries;
  }

  get explanation() {
    return 'explain.json' in this.files ? JSON.parse(this.files['explain.json']) : null;
  }

  /**
   * Returns titles with texts for a report: the journal and the requests, and the reasons if the SDK or Apple's framework
   * was used. Without these the reasons would be about a call that the test does not make.
   */
  sections({limit = NEWEST} = {}) {
    const requests = this.har().log.entries;
    const refused = requests.filter((each) => each.response.status >= 400);
    const total = `requests that reached ${this.url}: ${requests.length}; with status 400 or more: ${refused.length}`;
    const sections = [
      ['tvsim journal', newest(this.entries.map(line), limit)],
      ['tvsim requests', [total, ...refused.slice(-5).map(answer)].join('\n')],
    ];
    const isAsked = this.entries.some(({room}) => ROOMS.includes(room));
    if (isAsked && this.explanation !== null) sections.push(['tvsim explain', reasons(this.explanation)]);
    return sections;
  }

  /** Writes the files into a folder, and returns its path. */
  write(folder) {
    const place = path.resolve(folder);
    mkdirSync(place, {recursive: true});
    for (const [name, data] of Object.entries(this.files)) writeFileSync(path.join(place, path.basename(name)), data);
    return place;
  }

  /** Returns the requests as HTTP Archive 1.2, for the developer tools of a browser. */
  har() {
    return JSON.parse(this.files['requests.har']);
  }
}

/** Returns the files of an archive of the server, which does not compress them (APPNOTE.TXT, 4.3). */
function unpacked(archive) {
  const files = {};
  let place = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(place) === 0x02014b50) {
    const size = archive.readUInt32LE(place + 24);
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => archive.readUInt16LE(place + offset));
    const header = archive.readUInt32LE(place + 42);
    const begin = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    files[archive.toString('utf8', place + 46, place + 46 + nameSize)] = archive.subarray(begin, begin + size);
    place += 46 + nameSize + extraSize + commentSize;
  }
  return files;
}

function newest(lines, limit) {
  if (lines.length === 0) return '(no entries)';
  const left = lines.length - limit;
  return [...(left > 0 ? [`… ${left} earlier entries are in journal.txt`] : []), ...lines.slice(-limit)].join('\n');
}

function answer({request, response, comment}) {
  const text = (response.content.text ?? '').replace(/\s+/g, ' ').trim();
  const shown = `${request.method} ${new URL(request.url).pathname} -> ${comment}`;
  return text ? `${shown}\n    ${text.slice(0, 400)}` : shown;
}

function reasons(explanation) {
  const {call, callbacks, conditions = [], remedy} = explanation;
  const lines = [`${call} would cause now: ${callbacks.join(', ')}`];
  for (const each of conditions) if (!each.holds) lines.push(`NO   ${each.name}`);
  if (remedy !== undefined) lines.push(`to change that: ${inJavaScript(remedy)}`);
  return lines.join('\n');
}

/** A remedy is a command of the admin API, in JSON, or the change of a profile. */
function inJavaScript(remedy) {
  try {
    JSON.parse(remedy);
  } catch {
    return remedy;
  }
  return `await world.perform(${remedy})`;
}

module.exports = {Evidence, FILES, unpacked};
