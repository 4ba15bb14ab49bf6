#!/usr/bin/env node
// Runs the program `tvsim` of the package of this platform, with the arguments, the streams and the signals of this one.
'use strict';

const {constants} = require('node:os');
const {spawn} = require('node:child_process');
const {findProgram} = require('../lib/program');

let program;
try {
  program = findProgram();
} catch (error) {
  console.error(`tvsim: ${error.message}`);
  process.exit(69);
}
const child = spawn(program, process.argv.slice(2), {stdio: 'inherit'});
child.on('error', (error) => {
  console.error(`tvsim: ${program} cannot be started: ${error.message}`);
  process.exit(69);
});
// Ctrl-C reaches both processes. This one must outlive the other to report how it ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (status, signal) => {
  process.exit(signal === null ? status : 128 + constants.signals[signal]);
});
