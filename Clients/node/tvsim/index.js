// A client of tvsim, the simulator of TV Everywhere single sign-on.
'use strict';

const {Account, Clock, Faults, Permission, Viewer} = require('./lib/device');
const {ProgramMissing, ServerLost, TvsimError, VersionMismatch, WaitTimeout, WorldLost} = require('./lib/errors');
const {Evidence} = require('./lib/evidence');
const {Framework, PendingRequest} = require('./lib/framework');
const {Exchange, Journal, Message, Requests} = require('./lib/journal');
const {SAML} = require('./lib/saml');
const {Server} = require('./lib/server');
const {Situation} = require('./lib/situations');
const {World} = require('./lib/world');
const {build, version} = require('./lib/version');

module.exports = {
  Account, Clock, Evidence, Exchange, Faults, Framework, Journal, Message, PendingRequest, Permission, ProgramMissing,
  Requests, SAML, Server, ServerLost, Situation, TvsimError, VersionMismatch, Viewer, WaitTimeout, World, WorldLost,
  build, version,
};
