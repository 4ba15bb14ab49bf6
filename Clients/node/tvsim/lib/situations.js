// The situations of the single sign-on cookbook: combinations of permission, account, platform and so on.
// The server knows the axes, which combinations can exist, and the steps that lead into each one.
'use strict';

/** A situation, such as `access=denied/account=signedOut`: `situation.axes.access` is `'denied'`. */
class Situation {
  /** `profile` is that of a world in this situation; without it that of the server. */
  constructor(name, profile) {
    this.name = name;
    this.axes = Object.fromEntries(
      name.split('/').filter((part) => part.includes('=')).map((part) => part.split(/=(.*)/).slice(0, 2)));
    // A test runner that prints a case should not print its profile.
    Object.defineProperty(this, 'profile', {value: profile, enumerable: false});
  }

  toString() {
    return this.name;
  }
}

module.exports = {Situation};
