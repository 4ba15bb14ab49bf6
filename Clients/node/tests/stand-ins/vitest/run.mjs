import path from 'node:path';
import './index.js';

const state = globalThis.vitestStandIn;
await import(path.resolve(process.argv[2]));
const counts = {pass: 0, fail: 0};
for (const {name, body} of state.tests) {
  state.current = name;
  const errors = [];
  await body({task: {name}}).catch((error) => errors.push(error));
  for (const hook of state.hooksOfEach) await hook().catch((error) => errors.push(error));
  counts[errors.length ? 'fail' : 'pass'] += 1;
  for (const error of errors) console.log(error.message);
}
for (const hook of state.hooks) await hook();
console.log(`pass ${counts.pass}\nfail ${counts.fail}`);
