// What the simulator knows about a world, for the report of a failed test.
'use strict';

const {mkdirSync, writeFileSync} = require('node:fs');
const path = require('node:path');

/** The files of a world's evidence. */
const FILES = [
  'report.txt', 'journal.txt', 'journal.json', 'flows.json', 'requests.har', 'world.json', 'evidence.json', 'explain.json',
  'report.html',
];

/** A day in milliseconds. */
const DAY = 86_400_000;

// A test runner may give its tests another Date, which this file does not use.
const {Date} = globalThis;

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
   * Returns what the report of a failed test shows: the file `report.txt`. It ends with the time of this machine, if the newest
   * entry has another one by more than a day.
   */
  text() {
    const text = Buffer.from(this.files['report.txt']).toString();
    const now = new Date();
    const newest = this.entries.at(-1);
    if (newest === undefined || Math.abs(now - new Date(newest.at)) <= DAY) return text;
    const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
    return `${text}\nThe clock of this machine says ${time}; the times above are the world's.\n`;
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

module.exports = {Evidence, FILES, unpacked};
