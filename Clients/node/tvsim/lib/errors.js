// The errors of this package. Each says what is wrong, where, and what to do.
'use strict';

/**
 * A request that the simulator refused, or that did not reach it. `status` is the HTTP status, or undefined if there was
 * no answer. `suggestion` is what may have been meant, or what to do. `context` is what the simulator did before.
 */
class TvsimError extends Error {
  constructor(message, {status, suggestion, context} = {}) {
    let text = message;
    if (suggestion !== undefined) {
      // The server suggests one word for a word that it does not know.
      text += suggestion.includes(' ') ? `; ${suggestion}` : `; did you mean '${suggestion}'?`;
    }
    super(context === undefined ? text : `${text}\n${context}`);
    this.name = this.constructor.name;
    // Runners print each enumerable property of an error below its message, which says the same.
    for (const [name, value] of Object.entries({reason: message, status, suggestion, context})) {
      Object.defineProperty(this, name, {value, enumerable: false});
    }
  }
}

/** The program `tvsim` was not found, or cannot be started. */
class ProgramMissing extends TvsimError {}

/** The server has another version than this package. */
class VersionMismatch extends TvsimError {}

/** The server does not answer: it was never there, has ended, or cannot be reached. */
class ServerLost extends TvsimError {}

/** The world does not exist: it was removed, or its server was restarted. */
class WorldLost extends TvsimError {}

/** What a test waited for did not happen. */
class WaitTimeout extends TvsimError {}

module.exports = {ProgramMissing, ServerLost, TvsimError, VersionMismatch, WaitTimeout, WorldLost};
