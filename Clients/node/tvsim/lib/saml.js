// SAML responses of the world's TV providers.
'use strict';

/** Issues and validates SAML responses. Options have the names of the admin API. */
class SAML {
  #world;

  constructor(world) {
    this.#world = world;
  }

  issue(provider, username, {defects = [], ...options} = {}) {
    return this.#world.send('POST', 'saml/issue', {body: {provider, as: username, defects, ...options}});
  }

  validate(response, certificates, options = {}) {
    return this.#world.send('POST', 'saml/validate', {body: {response, certificates, ...options}});
  }
}

module.exports = {SAML};
