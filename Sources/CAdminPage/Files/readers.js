// How an app or a test reaches the world, for readers of several languages. All functions are pure.

import { quoted } from "./words.js";

/**
 * Returns for each reader what to do with the world, in its order: a sentence, and a text to copy.
 *
 * `base` is the base URL of the world, and `server` that of its server, which makes a world for each test. `statement`
 * is the software statement of the app, and `authority` the file of the certificate authority if the server uses TLS.
 * If the server has a secret, the shell of the reader has it in a variable, so that it is in no text of the page.
 */
export function readers({ base, server, statement, authority, hasSecret = false }) {
  const curl = `curl${authority ? ` --cacert ${quoted(authority)}` : ""} ${base}`;
  const registration = quoted(JSON.stringify({ software_statement: statement }));
  const secret = hasSecret ? ' -H "Tvsim-Admin-Token: $TVSIM_ADMIN_TOKEN"' : "";
  const use = `export TVSIM_URL=${server}${hasSecret ? " TVSIM_ADMIN_TOKEN" : ""}`;
  return {
    curl: [
      ["Register the app. The request appears in the journal at once:",
        `${curl}/o/client/register -H 'Content-Type: application/json' -d ${registration}`],
      ["Deny the app access to the TV provider, as a person would in the settings:",
        `${curl}/_sim/v1/commands${secret} -d '{"permission": "denied"}'`],
    ],
    http: [
      ["Give your app this base URL in place of https://api.auth.adobe.com:", base],
      ["Give it this software statement, with which it registers:", statement],
      ["Let your test control the world by requests to the admin API:", `${base}/_sim/v1/commands`],
    ],
    Python: [
      ["Let pytest use this server:", use],
      ["Each test has a world of its own:", `def test_without_access(tvsim):
    tvsim.permission.deny()
    tvsim.account.sign_in("Cablevision", "alice")
    # client = YourClient(tvsim.url, tvsim.statement())
    assert tvsim.explain()["stoppedBy"] == "permissionGranted"`],
    ],
    "Node.js": [
      ["Let the tests use this server:", use],
      ["Each test has a world of its own (node:test, and alike with jest, vitest and Playwright):",
        `const assert = require('node:assert');
const {test} = require('node:test');
const {inWorld} = require('tvsim/node');

test('does not sign in without access', inWorld(async (world) => {
  await world.permission.deny();
  await world.account.signIn('Cablevision', 'alice');
  // const client = new YourClient(world.url, await world.statement());
  assert.strictEqual((await world.explain()).stoppedBy, 'permissionGranted');
}));`],
    ],
    JVM: [
      ["Let the tests use this server:", use],
      ["Each test of JUnit 5 has a world of its own:", `@Tvsim
class SignInTest {
    @Test
    void isDenied(World world) {
        world.permission().deny();
        world.account().signIn("Cablevision", "alice");
        // new YourClient(world.url(), world.statement())
        assertEquals("permissionGranted", world.explain().get("stoppedBy").text());
    }
}`],
    ],
    Swift: [
      ["A test on Linux needs no server. Requests of URLSession to the vendor’s hosts reach the world of the test:",
        `@Test(.simulator()) func isDenied() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: denied")
    try simulator.perform("signIn: {provider: Cablevision, as: alice}")
    // Your client, with try simulator.softwareStatement()
}`],
      ["An app in the iOS Simulator gets this address in its environment:", `SIMCTL_CHILD_TVSIM_URL=${base}`],
    ],
  };
}

/** What the page calls the readers. */
export const titles = { http: "Any HTTP client" };
