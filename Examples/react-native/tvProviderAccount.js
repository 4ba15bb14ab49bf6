// A mock of the app's native module: NativeModules.TVProviderAccount of an app that wraps VSAccountManager for
// JavaScript. The answers are those of the simulated device, over HTTP.
//
//   checkAccess(prompt)      resolves with 'notDetermined', 'restricted', 'denied' or 'granted'.
//   requestAccount(options)  resolves with {provider, expires, samlResponse}, or rejects with an Error whose `code` is
//                            Apple's name, such as 'userCancelled'.
//
// Rename the methods and results to those of your own module. An option of requestAccount is a property of
// VSAccountMetadataRequest.
'use strict';

class TVProviderAccount {
  /** @param {string} world - The address of a simulated world: TVSIM_URL, or TVSIM_URL/s/NAME. */
  constructor(world) {
    this.framework = `${world}/_sim/v1/framework`;
  }

  async checkAccess(prompt = false) {
    const {accessStatus} = await this.ask('access-status', {prompt});
    return accessStatus;
  }

  async requestAccount(options = {}) {
    const {metadata, error} = await this.ask('account-metadata', {
      includeAccountProviderIdentifier: true,
      includeAuthenticationExpirationDate: true,
      ...options,
    });
    if (error) throw rejection(error);
    return {
      provider: metadata.accountProviderIdentifier,
      expires: metadata.authenticationExpirationDate,
      samlResponse: metadata.samlAttributeQueryResponse,
    };
  }

  async ask(question, body) {
    const headers = {'Content-Type': 'application/json'};
    let response = await fetch(`${this.framework}/${question}`, {method: 'POST', headers, body: JSON.stringify(body)});
    // 202: the provider picker is open. The answer comes when the user has acted.
    while (response.status === 202) {
      const request = new URL(response.headers.get('Location'), this.framework);
      response = await fetch(`${request}?wait=30s`);
    }
    const answer = await response.json();
    // For example 422: the system would terminate an app without a usage description.
    if (!response.ok) throw new Error(`The simulator answers ${response.status}: ${answer.error.message}`);
    return answer;
  }
}

/** Returns an error as React Native makes it from a rejected promise of a native module. */
function rejection({domain, name, userInfo}) {
  return Object.assign(new Error(userInfo.NSLocalizedDescription), {code: name, domain, userInfo});
}

module.exports = {TVProviderAccount};
