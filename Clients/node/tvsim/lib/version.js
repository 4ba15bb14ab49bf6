// The version of this package, and its build. A checkout has no build: its programs are those that were built last.
'use strict';

const {version, build = 'unknown'} = require('../package.json');

// The package of a build that is no release has a version such as 0.1.0-dev.42.
module.exports = {version: version.split('-')[0], build};
