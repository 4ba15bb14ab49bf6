// A client of REST API V2 on an Apple TV, which signs in with the account of the device.
'use strict';

const {RETURN, RestClient, base64} = require('./restClient');

class AppleClient extends RestClient {
  /** `framework` stands for VSAccountManager. */
  constructor(url, framework) {
    super(url);
    this.framework = framework;
    const device = {
      model: 'iPhone17,1', version: '17,1', osName: 'iOS', osVersion: '18', connectionType: 'WiFi',
    };
    this.headers['X-Device-Info'] = base64(JSON.stringify(device));
  }

  /** Calls the API, with the framework's status where the endpoint takes it. */
  call(method, path, body) {
    const takesStatus = this.status && /^\/(sessions\/sso|profiles|decisions)/.test(path);
    return super.call(method, path, body, takesStatus ? {'AP-Partner-Framework-Status': this.status} : {});
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
    const session = await this.call('POST', '/sessions/sso/Apple', new URLSearchParams(RETURN));
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
    const response = await this.send('POST', '/api/v2/REF30/profiles/sso/Apple', form, headers);
    // The service answers 400 to a response that it does not accept.
    return response.ok ? session.mvpd : null;
  }
}

module.exports = {AppleClient};
