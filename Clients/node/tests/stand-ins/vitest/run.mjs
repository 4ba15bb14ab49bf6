import path from 'node:path';
import './index.js';

const state = globalThis.vitestStandIn;
await import(path.resolve(process.argv[2]));
const counts = {pass: 0, fail: 0};
for (const {name, body} of state.tests) {
  state.current = name;
  try {
    await body({task: {name}});
    counts.pass += 1;
  } catch (error) {
    counts.fail += 1;
    console.log(error.message);
  }
}
for (const hook of state.hooks) await hook();
console.log(`pass ${counts.pass}\nfail ${counts.fail}`);
