// A silent sign-in as an app sends it, so that the first flow appears without an app.

import { perform, proof } from "./api.js";
import { address, own } from "./worlds.js";

/** The service provider of whose app the page sends the requests. */
const channel = "https://saml.sp.auth.adobe.com";

const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Sends a request to the simulated service or framework, and returns the JSON of the answer. */
async function ask(path, headers, body) {
  const root = address(own()).replace(/_sim\/v1\/$/, "");
  // The service has no use for the secret.
  const all = path.startsWith("_sim/") ? { ...headers, ...proof() } : headers;
  const response = await fetch(root + path, { method: "POST", headers: all, body });
  const answer = await response.json().catch(() => null);
  if (response.status === 202) throw new Error("An app’s interface waits on the device: answer it first.");
  if (!response.ok) throw new Error(`${path}: ${response.status}. The journal says why.`);
  return answer;
}

const form = (members) => new URLSearchParams(members);

/** Signs a user in unless one is signed in, grants access, and sends the requests of a silent sign-in. */
export async function sendSample({ device, integrations, providers }) {
  const enabled = integrations.filter(({ enabled, provider }) => enabled && provider !== null);
  const of = (id) => enabled.find(({ provider }) => provider === id);
  const usable = providers.find(({ id, subscribers }) => subscribers.length > 0 && of(id) !== undefined);
  if (device.account === undefined && usable === undefined) throw new Error("No user can sign in in this world.");
  const { access } = device.permissions.find(({ bundleID }) => bundleID === device.bundleID) ?? {};
  if (access !== "granted") {
    await perform(JSON.stringify({ setPermission: { bundleID: device.bundleID, access: "granted" } }));
  }
  if (device.account === undefined) {
    await perform(JSON.stringify({ signIn: { provider: usable.id, as: usable.subscribers[0].name } }));
  }
  const integration = of(device.account?.provider ?? usable.id);
  if (integration === undefined) throw new Error("No integration is enabled for the account’s provider.");
  const { mvpd, requestor } = integration;

  const common = {
    "AP-Device-Identifier": `fingerprint ${base64("tvsim page")}`,
    "X-Device-Info": base64(JSON.stringify({ model: "tvsim page", version: "1", osName: device.platform,
      osVersion: "18" })),
  };
  const client = await ask("o/client/register", { ...common, "Content-Type": "application/json" },
    JSON.stringify({ software_statement: device.softwareStatement }));
  const token = await ask("o/client/token", common, form({
    grant_type: "client_credentials", client_id: client.client_id, client_secret: client.client_secret,
  }));
  const question = (more) => ask("_sim/v1/framework/account-metadata", { "Content-Type": "application/json" },
    JSON.stringify({
    includeAccountProviderIdentifier: true, includeAuthenticationExpirationDate: true, channelIdentifier: channel,
      ...more,
  }));
  const { partnerFrameworkStatus } = await question({});
  const headers = {
    ...common, Authorization: `Bearer ${token.access_token}`, "AP-Partner-Framework-Status": partnerFrameworkStatus,
  };
  const session = await ask(`api/v2/${requestor}/sessions/sso/Apple`, headers,
    form({ mvpd, domainName: "example.com", redirectUrl: "app://tvsim" }));
  if (session.authenticationRequest?.request === undefined) return;
  const { request, attributesNames } = session.authenticationRequest;
  const { metadata } = await question({ verificationToken: request, attributeNames: attributesNames });
  await ask(`api/v2/${requestor}/profiles/sso/Apple`, headers,
    form({ SAMLResponse: base64(metadata.samlAttributeQueryResponse) }));
}
