// A browser without scripts, which signs in on the pages of the simulator.
'use strict';

const {bodyOf, open} = require('./http');
const {ServerLost, TvsimError} = require('./errors');

// What the browser of this package is for.
const plain = 'and this browser fills in one page with name and password: act on other pages with a real browser';

const ENTITIES = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};

function decoded(text) {
  return text.replace(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, (whole, name) => {
    if (name[0] !== '#') return ENTITIES[name.toLowerCase()] ?? whole;
    const number = name[1].toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(number);
  });
}

function attributes(text) {
  const found = {};
  for (const [, name, double, single, bare] of text.matchAll(/([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g)) {
    found[name.toLowerCase()] = decoded(double ?? single ?? bare ?? '');
  }
  return found;
}

/** A page: its first form, its text, and the address to which it refreshes. */
class Page {
  constructor(url, status, html) {
    this.url = url;
    this.status = status;
    this.fields = {};
    this.asks = new Set();
    // Their content is not markup.
    const shown = html.replace(/<!--[^]*?-->|<(script|style|title)\b[^]*?<\/\1\s*>/gi, ' ');
    for (const [, tag, rest] of shown.matchAll(/<([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)) {
      this.#add(tag.toLowerCase(), attributes(rest));
    }
    this.text = decoded(shown.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim();
  }

  #add(tag, given) {
    if (tag === 'form' && this.action === undefined) {
      this.action = new URL(given.action || this.url, this.url).href;
    } else if (tag === 'input' && given.type === 'hidden') {
      this.fields[given.name] = given.value ?? '';
    } else if (tag === 'input') {
      this.asks.add(given.name ?? '');
    } else if (tag === 'meta' && (given['http-equiv'] ?? '').toLowerCase() === 'refresh') {
      const address = (given.content ?? '').split('url=')[1];
      if (address) this.refresh = new URL(address, this.url).href;
    }
  }

  refused(why) {
    return new TvsimError(`${why}. The page ${this.url.split('?')[0]} says: ${this.text.slice(0, 400)}`, {status: this.status});
  }
}

/** One visit: the cookies end with it. */
class Browser {
  #world;
  #simulator;
  #timeout;
  #authority;
  #cookies = new Map();

  constructor(world, timeout, authority) {
    this.#world = world;
    this.#simulator = new RegExp(`^https?://(localhost|127\\.0\\.0\\.1|\\[::1\\]):${new URL(world).port}([/?]|$)`);
    this.#timeout = timeout;
    this.#authority = authority;
  }

  /** Opens an address, signs in where a page asks for it, and returns the address at which the browser ends. */
  async visit(url, username, password) {
    if (!this.#isInside(url)) {
      throw new TvsimError(
        `'${url}' is not the address of a page of this world`, {suggestion: "append its path to the world's url"});
    }
    return this.#walk(await this.#open(url), username, password);
  }

  /** Types the code of a TV, chooses the TV provider, and signs in. */
  async activate(code, mvpd, username, password) {
    let page = await this.#open(`${this.#world}/activate`);
    if (typeof page === 'string') throw new TvsimError(`the browser left the world for ${page}`);
    page = await this.#submit(page, {code});
    if (page instanceof Page) {
      if (page.status >= 400) throw page.refused(`the code '${code}' was refused with status ${page.status}`);
      if (page.asks.has('mvpd')) {
        if (mvpd === undefined || mvpd === null) {
          throw page.refused('the app has not chosen a TV provider: name one');
        }
        page = await this.#submit(page, {mvpd});
      }
    }
    return this.#walk(page, username, password);
  }

  async #walk(first, username, password) {
    let page = first;
    let typed = false;
    for (let count = 0; count < 20; count += 1) {
      if (typeof page === 'string') return page;
      if (page.status >= 400) throw page.refused(`the browser got status ${page.status}`);
      if (page.asks.has('password')) {
        if (username === undefined) throw page.refused('the TV provider asks the user to sign in: name a user');
        if (typed) throw page.refused(`the TV provider refused '${username}' with this password`);
        typed = true;
        page = await this.#submit(page, {username, password, action: 'sign-in'});
      } else if (page.asks.size) {
        throw page.refused(`the page asks for ${[...page.asks].sort().join(', ')}, ${plain}`);
      } else if (page.action !== undefined && Object.keys(page.fields).length) {
        page = await this.#submit(page, {});
      } else if (page.refresh !== undefined) {
        page = await this.#open(page.refresh);
      } else {
        throw page.refused('the browser stays on a page without a form');
      }
    }
    throw new TvsimError(`the browser was sent to 20 pages and reached no end, ${plain}`);
  }

  #submit(page, typed) {
    if (page.action === undefined) throw page.refused('the page has no form');
    return this.#open(page.action, new URLSearchParams({...page.fields, ...typed}).toString());
  }

  #isInside(url) {
    return url === this.#world || url.startsWith(`${this.#world}/`) || url.startsWith(`${this.#world}?`);
  }

  /** Follows redirects inside the world. Returns the address if one leads out of it, which is the app's. */
  async #open(address, form) {
    let url = address;
    let body = form;
    for (let count = 0; count < 20; count += 1) {
      if (!this.#isInside(url)) {
        if (!this.#simulator.test(url)) return url;
        throw new TvsimError(`the page leads to ${url.split('?')[0]}, another host or world of the simulator, ${plain}`);
      }
      const response = await this.#request(new URL(url), body);
      this.#keep(response, url);
      const text = (await bodyOf(response)).toString();
      if (![301, 302, 303, 307, 308].includes(response.statusCode)) return new Page(url, response.statusCode, text);
      // An app's own scheme is not an address that URL can resolve against.
      url = /^[a-z][a-z0-9+.-]*:/i.test(response.headers.location)
        ? response.headers.location : new URL(response.headers.location, url).href;
      body = undefined;
    }
    throw new TvsimError(`the browser was redirected 20 times, last to ${url}`);
  }

  async #request(url, body) {
    const cookies = [...this.#cookies.values()].filter((each) => url.pathname.startsWith(each.path));
    const headers = {
      ...(cookies.length ? {Cookie: cookies.map((each) => each.pair).join('; ')} : {}),
      ...(body === undefined ? {} : {'Content-Type': 'application/x-www-form-urlencoded'}),
    };
    try {
      const method = body === undefined ? 'GET' : 'POST';
      return await open(url, {method, headers, body, timeout: this.#timeout, authority: this.#authority});
    } catch (error) {
      throw new ServerLost(`the page ${url} did not answer: ${error.message || error.code}`);
    }
  }

  #keep(response, url) {
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [pair, ...rest] = cookie.split(/;\s*/);
      const named = Object.fromEntries(rest.map((each) => {
        const [name, value = ''] = each.split('=');
        return [name.toLowerCase(), value];
      }));
      const path = named.path || new URL(url).pathname.replace(/\/[^/]*$/, '/');
      const key = `${pair.split('=')[0]} ${path}`;
      if (Number(named['max-age'] ?? 1) <= 0) this.#cookies.delete(key);
      else this.#cookies.set(key, {pair, path});
    }
  }
}

module.exports = {Browser};
