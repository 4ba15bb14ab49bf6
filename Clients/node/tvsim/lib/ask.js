// Prints the names of situations, for tests that are declared without waiting: `ask.js AXES`. The server is that of
// TVSIM_URL. AXES is JSON: an object, or the path of a profile.
'use strict';

const {Server} = require('./server');

async function ask() {
  const axes = JSON.parse(process.argv[2]);
  const server = await Server.connect();
  const found = await (typeof axes === 'string' ? server.situationsOf(axes) : server.situations(axes));
  console.log(JSON.stringify(found.map(String)));
}

ask().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
