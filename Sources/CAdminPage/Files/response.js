// What the service read in a SAML response, as a tree. All functions are pure.

/** The policies that judge each part of the tree. */
export const judges = {
  message: ["size", "wellFormed", "dtd", "identifier", "structure"], status: ["status"], destination: ["destination"],
  signature: ["signature", "algorithm", "reference", "key", "unsigned"], issuer: ["issuer"],
    inResponseTo: ["inResponseTo"],
  assertion: ["assertion", "encryption", "replay"], subject: ["subject", "recipient"], conditions: ["conditions"],
  audience: ["audience"], session: ["session"], attributes: ["attributes"],
};

/** Returns the last part of an identifier such as an algorithm's. */
const brief = (name) => name?.split(/[#:]/).at(-1) ?? "none";

const node = (name, value, part, inner = []) => ({ name, value, part, inner });

/** Returns a node for each pair of a name and a value that is there, perhaps with its part. */
const leaves = (...all) => all.filter(([, value]) => value !== undefined && value !== "").map((one) => node(...one));

const signature = ({ parent, algorithm, references, certificates }) => node("Signature", `of ${parent ?? "nothing"}`,
  "signature", leaves(
  ["Algorithm", brief(algorithm)], ["Reference", references.join(", ")],
  ...certificates.map(({ subject, notAfter }) => ["Certificate", `${subject}, until ${notAfter}`]),
  ...certificates.map(({ fingerprint }) => ["SHA-256", fingerprint])));

const confirmation = (one) => leaves(
  ["Confirmation", brief(one.method)], ["Recipient", one.recipient], ["InResponseTo", one.inResponseTo, "inResponseTo"],
  ["NotBefore", one.notBefore], ["NotOnOrAfter", one.notOnOrAfter]);

const session = ({ authnInstant, sessionNotOnOrAfter, authnContext }) => node("AuthnStatement", "", "session", leaves(
  ["AuthnInstant", authnInstant], ["SessionNotOnOrAfter", sessionNotOnOrAfter],
  ["AuthnContext", authnContext && brief(authnContext)]));

const assertion = (made) => node("Assertion", made.id ?? "", "assertion", [
  ...leaves(["Issuer", made.issuer, "issuer"], ["IssueInstant", made.issueInstant]),
  node("Subject", made.nameID ?? (made.hasEncryptedID ? "encrypted" : "no name"), "subject",
    made.confirmations.flatMap(confirmation)),
  node("Conditions", "", "conditions", leaves(
    ["NotBefore", made.notBefore], ["NotOnOrAfter", made.notOnOrAfter],
    ...made.audiences.map((all) => ["Audience", all.join(" or "), "audience"]), ...made.otherConditions.map((name) =>
      ["Condition", name]))),
  ...made.authnStatements.map(session),
  node("Attributes", made.attributes.length === 0 ? "none" : "", "attributes",
    made.attributes.map(({ name, values }) => node(name, values.join(", ")))),
]);

/** Returns the tree of a response: nodes with a name, a value, the part that a policy judges, and the nodes inside. */
export const tree = (saml) => node(saml.root, saml.id ?? "", "message", [
  node("Status", [...saml.statusCodes.map(brief), ...(saml.statusMessage ? [saml.statusMessage] : [])].join(", "),
    "status"),
  ...leaves(["Issuer", saml.issuer, "issuer"], ["Destination", saml.destination, "destination"],
    ["InResponseTo", saml.inResponseTo, "inResponseTo"], ["IssueInstant", saml.issueInstant]),
  ...(saml.signatures.length === 0 ? [node("Signature", "none", "signature")] : saml.signatures.map(signature)),
  ...saml.assertions.map(assertion),
  ...(saml.encryptedAssertions > 0 ? [node("EncryptedAssertion", `${saml.encryptedAssertions}`, "assertion")] : []),
]);
