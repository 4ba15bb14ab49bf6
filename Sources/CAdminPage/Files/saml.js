// A SAML response as a tree. A part shows the policies that refused it.

import { element } from "./show.js";

/** Returns the policies of these names, with their reasons if the details of the service's error have them. */
export function failures(details, names) {
  const found = (details ?? "").split("; ").map((text) => /^(\w+): (.*)$/s.exec(text)).filter(Boolean)
    .map(([, policy, reason]) => ({ policy, reason }));
  return names.map((name) => found.find(({ policy }) => policy === name) ?? { policy: name });
}

/** The policies that judge each part of the tree. */
const judges = {
  message: ["size", "wellFormed", "dtd", "identifier", "structure"], status: ["status"], destination: ["destination"],
  signature: ["signature", "algorithm", "reference", "key", "unsigned"], issuer: ["issuer"],
  inResponseTo: ["inResponseTo"], assertion: ["assertion", "encryption", "replay"], subject: ["subject", "recipient"],
  conditions: ["conditions"], audience: ["audience"], session: ["session"], attributes: ["attributes"],
};

/** Returns the last part of an identifier such as an algorithm's. */
const brief = (name) => name?.split(/[#:]/).at(-1) ?? "none";

const leaf = (name, value, part) => ({ name, value, part, inner: [] });
const known = (...leaves) => leaves.filter(({ value }) => value !== undefined && value !== "");

function signature({ parent, algorithm, references, certificates }) {
  return {
    name: "Signature", value: `of ${parent ?? "nothing"}`, part: "signature",
    inner: known(
      leaf("Algorithm", brief(algorithm)), leaf("Reference", references.join(", ")),
      ...certificates.map(({ subject, notAfter }) => leaf("Certificate", `${subject}, until ${notAfter}`)),
      ...certificates.map(({ fingerprint }) => leaf("SHA-256", fingerprint))),
  };
}

function assertion(made) {
  const { confirmations, audiences, otherConditions, authnStatements, attributes } = made;
  return {
    name: "Assertion", value: made.id ?? "", part: "assertion",
    inner: [
      ...known(leaf("Issuer", made.issuer, "issuer"), leaf("IssueInstant", made.issueInstant)),
      {
        name: "Subject", value: made.nameID ?? (made.hasEncryptedID ? "encrypted" : "no name"), part: "subject",
        inner: confirmations.flatMap((at) => known(
          leaf("Confirmation", brief(at.method)), leaf("Recipient", at.recipient),
          leaf("InResponseTo", at.inResponseTo, "inResponseTo"), leaf("NotBefore", at.notBefore),
          leaf("NotOnOrAfter", at.notOnOrAfter))),
      },
      {
        name: "Conditions", value: "", part: "conditions",
        inner: known(
          leaf("NotBefore", made.notBefore), leaf("NotOnOrAfter", made.notOnOrAfter),
          ...audiences.map((all) => leaf("Audience", all.join(" or "), "audience")),
          ...otherConditions.map((name) => leaf("Condition", name))),
      },
      ...authnStatements.map((at) => ({
        name: "AuthnStatement", value: "", part: "session",
        inner: known(
          leaf("AuthnInstant", at.authnInstant), leaf("SessionNotOnOrAfter", at.sessionNotOnOrAfter),
          leaf("AuthnContext", at.authnContext && brief(at.authnContext))),
      })),
      {
        name: "Attributes", value: attributes.length === 0 ? "none" : "", part: "attributes",
        inner: attributes.map(({ name, values }) => leaf(name, values.join(", "))),
      },
    ],
  };
}

/** Returns the tree of an inspected response: nodes with a name, a value, the part that a policy judges, and children. */
export function tree(saml) {
  return {
    name: saml.root, value: saml.id ?? "", part: "message",
    inner: [
      leaf("Status", [...saml.statusCodes.map(brief), ...(saml.statusMessage ? [saml.statusMessage] : [])].join(", "), "status"),
      ...known(
        leaf("Issuer", saml.issuer, "issuer"), leaf("Destination", saml.destination, "destination"),
        leaf("InResponseTo", saml.inResponseTo, "inResponseTo"), leaf("IssueInstant", saml.issueInstant)),
      ...(saml.signatures.length === 0 ? [leaf("Signature", "none", "signature")] : saml.signatures.map(signature)),
      ...saml.assertions.map(assertion),
      ...(saml.encryptedAssertions > 0 ? [leaf("EncryptedAssertion", `${saml.encryptedAssertions}`, "assertion")] : []),
    ],
  };
}

/** Creates the elements of a node, with the policies that refused it. */
function drawn({ name, value, part, inner }, refused) {
  const refusing = refused.filter(({ policy }) => judges[part]?.includes(policy)).map(({ policy }) => policy);
  const item = element("li");
  item.append(element("span", name, "name"), " ", element("span", value, "value"));
  if (refusing.length > 0) item.append(" ", element("span", `✕ ${refusing.join(", ")}`, "badge refused"));
  if (inner.length > 0) {
    const list = element("ul");
    list.append(...inner.map((node) => drawn(node, refused)));
    item.append(list);
  }
  return item;
}

/** Creates the tree of a response with the policies that refused it. */
export function response(saml, refused) {
  const made = element("div", "", "message");
  const list = element("ul", "", "tree");
  list.append(drawn(tree(saml), refused));
  const reasons = refused.map(({ policy, reason }) =>
    element("p", `Refused by ${policy}${reason === undefined ? "." : `: ${reason}`}`, "no"));
  made.append(element("h3", "SAML response"), ...reasons, list);
  return made;
}
