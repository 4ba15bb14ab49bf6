// A client of REST API V2, as a streaming app on a TV has it.
'use strict';

const base64 = (text) => Buffer.from(text).toString('base64');
const RETURN = {domainName: 'example.com', redirectUrl: 'https://example.com/signed-in'};

class RestClient {
  /** Registers the client and obtains an access token. */
  static async register(url, statement, ...rest) {
    const client = new this(url, ...rest);
    const response = await client.send('POST', '/o/client/register', {software_statement: statement});
    client.credentials = await response.json();
    await client.renewToken();
    return client;
  }

  constructor(url) {
    this.url = url;
    const device = {model: 'Roku 4', version: '4', osName: 'Roku OS', osVersion: '12', connectionType: 'WiFi'};
    this.headers = {
      'X-Device-Info': base64(JSON.stringify(device)),
      'AP-Device-Identifier': `fingerprint ${base64('living room')}`,
    };
  }

  async renewToken() {
    const {client_id, client_secret} = this.credentials;
    const form = new URLSearchParams({grant_type: 'client_credentials', client_id, client_secret});
    const {access_token} = await (await this.send('POST', '/o/client/token', form)).json();
    this.headers.Authorization = `Bearer ${access_token}`;
  }

  /** Sends a form, or an object as JSON. */
  send(method, path, body, headers) {
    const isForm = body === undefined || body instanceof URLSearchParams;
    const type = isForm ? {} : {'Content-Type': 'application/json'};
    return fetch(this.url + path, {
      method, body: isForm ? body : JSON.stringify(body), headers: {...this.headers, ...type, ...headers},
    });
  }

  /** Calls the API, with a new access token if the present one is no longer valid. */
  async call(method, path, body, headers) {
    let response = await this.send(method, `/api/v2/REF30${path}`, body, headers);
    if (response.status === 401) {
      await this.renewToken();
      response = await this.send(method, `/api/v2/REF30${path}`, body, headers);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  }

  /** Returns the address of the page on which the user signs in with a TV provider. */
  async startSignIn(mvpd) {
    return this.url + (await this.call('POST', '/sessions', new URLSearchParams({mvpd, ...RETURN}))).url;
  }

  /** Returns the user's profile, or undefined if the user is not signed in with this TV provider. */
  async profile(mvpd) {
    return (await this.call('GET', `/profiles/${mvpd}`)).profiles[mvpd];
  }

  /** Returns the decision about a resource, with a media token or an error. */
  async decision(mvpd, resource) {
    return (await this.call('POST', `/decisions/authorize/${mvpd}`, {resources: [resource]})).decisions[0];
  }
}

module.exports = {RETURN, RestClient, base64};
