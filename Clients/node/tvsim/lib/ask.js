// Asks the server for those who cannot wait: `ask.js situations AXES` prints the names of situations, for tests that are
// declared without waiting; the server is that of TVSIM_URL, and AXES is JSON: an object, or the path of a profile.
// `ask.js end [URL, WORLD, TEST, DETAILS]` notes that a test has failed, prints the evidence of its world, and removes it.
'use strict';

const {Endpoint} = require('./http');
const {Server} = require('./server');

async function situations(axes) {
  const server = await Server.connect();
  const found = await (typeof axes === 'string' ? server.situationsOf(axes) : server.situations(axes));
  console.log(JSON.stringify(found.map(String)));
}

async function end([url, name, test, details]) {
  const server = new Endpoint(url);
  const world = new Endpoint(`${url}/s/${name}`, {world: name, server});
  await world.send('PUT', '/_sim/v1/world/outcome', {body: {status: 'failed', test, ...details}});
  const {body} = await server.send('GET', `/_sim/v1/worlds/${name}/evidence`);
  process.stdout.write(body);
  await world.send('DELETE', '/_sim/v1/world');
}

const [, , name, argument] = process.argv;
({situations, end})[name](JSON.parse(argument)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
