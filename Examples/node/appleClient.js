// A client of REST API V2 on an Apple TV, which signs in with the account of the device.
'use strict';

const base64 = (text) => Buffer.from(text).toString('base64');

class AppleClient {
  /** Registers the client and obtains an access token. `framework` stands for VSAccountManager. */
  static async register(url, statement, framework) {
    const client = new AppleClient(url, framework);
    const body = JSON.stringify({software_statement: statement});
    const response = await client.send(
      'POST', '/o/client/register', {body, headers: {'Content-Type': 'application/json'}});
    client.credentials = await response.json();
    await client.renewToken();
    return client;
  }

  constructor(url, framework) {
    this.url = url;
    this.framework = framework;
    const device = {
      model: 'AppleTV11,1', version: '11,1', osName: 'tvOS', osVersion: '18', connectionType: 'WiFi',
    };
    this.headers = {
      'X-Device-Info': base64(JSON.stringify(device)),
      'AP-Device-Identifier': `fingerprint ${base64('living room')}`,
    };
  }

  async renewToken() {
    const {client_id, client_secret} = this.credentials;
    const body = new URLSearchParams({grant_type: 'client_credentials', client_id, client_secret});
    const {access_token} = await (await this.send('POST', '/o/client/token', {body})).json();
    this.headers.Authorization = `Bearer ${access_token}`;
  }

  send(method, path, {body, headers} = {}) {
    return fetch(this.url + path, {method, body, headers: {...this.headers, ...headers}});
  }

  /** Calls the API, with a new access token if the present one is no longer valid. */
  async call(method, path, body) {
    const takesStatus = this.status && /^\/(sessions\/sso|profiles|decisions)/.test(path);
    const headers = takesStatus ? {'AP-Partner-Framework-Status': this.status} : {};
    let response = await this.send(method, `/api/v2/REF30${path}`, {body, headers});
    if (response.status === 401) {
      await this.renewToken();
      response = await this.send(method, `/api/v2/REF30${path}`, {body, headers});
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  }

  /** Requests the account if the user allows it, and keeps the status for the next requests. */
  async askFramework(properties = {}) {
    const access = await this.framework.accessStatus();
    if (access.accessStatus !== 'granted') {
      const status = {frameworkPermissionInfo: {accessStatus: access.accessStatus}, frameworkProviderInfo: {}};
      this.status = base64(JSON.stringify(status));
      return access;
    }
    const answer = await this.framework.accountMetadata({
      includeAccountProviderIdentifier: true, includeAuthenticationExpirationDate: true, ...properties,
    });
    this.status = answer.partnerFrameworkStatus;
    return answer;
  }

  /** Returns the MVPD of the account, or null if single sign-on is not possible. */
  async signInSilently() {
    await this.askFramework();
    const body = new URLSearchParams({domainName: 'example.com', redirectUrl: 'https://example.com/signed-in'});
    const session = await this.call('POST', '/sessions/sso/Apple', body);
    if (session.actionName !== 'partner_profile') return null;
    const {metadata} = await this.askFramework({
      channelIdentifier: 'https://saml.sp.auth.adobe.com',
      verificationToken: session.authenticationRequest.request,
      attributeNames: session.authenticationRequest.attributesNames,
    });
    // The framework answers with an error, or without a response, if the TV provider refuses the user.
    if (!metadata?.samlAttributeQueryResponse) return null;
    const form = new URLSearchParams({SAMLResponse: base64(metadata.samlAttributeQueryResponse)});
    const headers = {'AP-Partner-Framework-Status': this.status};
    const response = await this.send('POST', '/api/v2/REF30/profiles/sso/Apple', {body: form, headers});
    // The service answers 400 to a response that it does not accept.
    return response.ok ? session.mvpd : null;
  }

  /** Returns the address of the page on which the user signs in with a TV provider. */
  async startSignIn(mvpd) {
    const body = new URLSearchParams({
      mvpd, domainName: 'example.com', redirectUrl: 'https://example.com/signed-in',
    });
    return this.url + (await this.call('POST', '/sessions', body)).url;
  }

  /** Returns the user's profile, or undefined if the user is not signed in with this TV provider. */
  async profile(mvpd) {
    return (await this.call('GET', `/profiles/${mvpd}`)).profiles[mvpd];
  }
}

module.exports = {AppleClient};
