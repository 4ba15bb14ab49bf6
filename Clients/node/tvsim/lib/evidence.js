// What the simulator knows about a world, for the report of a failed test.
'use strict';

const {mkdirSync, writeFileSync} = require('node:fs');
const path = require('node:path');
const {version} = require('../package.json');
const {line} = require('./journal');
const {TvsimError} = require('./errors');

/** The files of a world's evidence. */
const FILES = ['journal.txt', 'journal.json', 'requests.har', 'world.json', 'explain.json'];

/** The journal, the requests, the state, and what the app's first call would do now. */
class Evidence {
  static async of(world) {
    let explanation = null;
    try {
      explanation = await world.explain();
    } catch (error) {
      // It fails in a world without the app that it asks for. Everything else is still evidence.
      if (!(error instanceof TvsimError) || error.status !== 422) throw error;
    }
    return new Evidence(world, await world.journal.entries(), await world.requests.all(), await world.save(), explanation);
  }

  constructor(world, entries, exchanges, state, explanation) {
    this.world = world.name;
    this.url = world.url;
    this.entries = entries;
    this.exchanges = exchanges;
    this.state = state;
    this.explanation = explanation;
  }

  /** Returns titles with texts for a report: journal, refused requests, and reasons. */
  sections({limit = 25} = {}) {
    const refused = this.exchanges.filter((exchange) => exchange.status >= 400);
    const total = `requests that reached ${this.url}: ${this.exchanges.length}; refused: ${refused.length}`;
    const sections = [
      ['tvsim journal', newest(this.entries.map(line), limit)],
      ['tvsim requests', [total, ...refused.slice(-5).map(answer)].join('\n')],
    ];
    if (this.explanation !== null) sections.push(['tvsim explain', reasons(this.explanation)]);
    return sections;
  }

  /** Writes the files into a folder, and returns its path. */
  write(folder) {
    const place = path.resolve(folder);
    mkdirSync(place, {recursive: true});
    const contents = {
      'journal.txt': this.entries.map((entry) => `${line(entry)}\n`).join(''),
      'journal.json': json(this.entries),
      'requests.har': json(this.har()),
      'world.json': this.state,
      'explain.json': json(this.explanation),
    };
    for (const name of FILES) writeFileSync(path.join(place, name), contents[name]);
    return place;
  }

  /** Returns the requests as HTTP Archive 1.2, for the developer tools of a browser. */
  har() {
    const entries = this.exchanges.map((exchange) => this.#har(exchange));
    return {log: {version: '1.2', creator: {name: 'tvsim', version}, entries}};
  }

  #har(exchange) {
    const {request, response} = exchange;
    const headers = (fields) => Object.entries(fields).map(([name, value]) => ({name, value}));
    const common = {httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1};
    return {
      startedDateTime: exchange.at, time: 0, cache: {}, timings: {send: 0, wait: 0, receive: 0},
      comment: `${exchange.outcome}: ${exchange.reason}`,
      request: {
        ...common, method: exchange.method, url: this.url + exchange.target, headers: headers(request.headers),
        queryString: [], bodySize: request.length,
        ...(request.body === undefined
          ? {} : {postData: {mimeType: request.headers['Content-Type'] ?? '', text: request.body}}),
      },
      response: {
        ...common, status: exchange.status, statusText: '', headers: headers(response.headers),
        redirectURL: response.headers.Location ?? '', bodySize: response.length,
        content: {
          size: response.length, mimeType: response.headers['Content-Type'] ?? '', text: response.body ?? '',
        },
      },
    };
  }
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function newest(lines, limit) {
  if (lines.length === 0) return '(no entries)';
  const left = lines.length - limit;
  return [...(left > 0 ? [`… ${left} earlier entries are in journal.txt`] : []), ...lines.slice(-limit)].join('\n');
}

function answer(exchange) {
  const text = (exchange.response.body ?? '').replace(/\s+/g, ' ').trim();
  return text ? `${exchange}\n    ${text.slice(0, 400)}` : `${exchange}`;
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

module.exports = {Evidence, FILES};
