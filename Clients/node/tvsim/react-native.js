// A mock of the native module of a React Native app that wraps VSAccountManager. The answers are those of a world.
'use strict';

/**
 * Rename the methods and the results to those of your own module, in a subclass.
 */
class TVProviderAccount {
  #framework;
  #timeout;

  constructor(world, {timeout = 30_000} = {}) {
    this.#framework = world.framework;
    this.#timeout = timeout;
  }

  async checkAccess(prompt = false) {
    const request = await this.#framework.beginAccessStatus({prompt});
    return (await request.answer({timeout: this.#timeout})).accessStatus;
  }

  async requestAccount(options = {}) {
    const request = await this.#framework.beginAccountMetadata({
      includeAccountProviderIdentifier: true,
      includeAuthenticationExpirationDate: true,
      ...options,
    });
    const {metadata, error} = await request.answer({timeout: this.#timeout});
    if (error) throw rejection(error);
    return {
      provider: metadata.accountProviderIdentifier,
      expires: metadata.authenticationExpirationDate,
      samlResponse: metadata.samlAttributeQueryResponse,
    };
  }
}

/** Returns an error as React Native makes it from a rejected promise of a native module. */
function rejection({domain, name, userInfo}) {
  return Object.assign(new Error(userInfo.NSLocalizedDescription), {code: name, domain, userInfo});
}

module.exports = {TVProviderAccount};
