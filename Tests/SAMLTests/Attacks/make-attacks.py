"""Makes anew the attacks that the test suites of other SAML libraries hold against them.

    make-attacks.py HONEST KEY CERTIFICATE EVIL-KEY EVIL-CERTIFICATE

HONEST is an unsigned response (XML). It is signed by signxml and attacked by lxml, so that nothing of what is judged was
written by the judge. Prints a JSON list: name, where it is known from, the message in Base64, and the policy by which it
must be refused; null where it is a valid twin.
"""
import base64, copy, hashlib, hmac, json, re, sys
from lxml import etree
from signxml import XMLSigner, SignatureMethod, DigestAlgorithm, CanonicalizationMethod, methods

SAML, SAMLP, DS = ("urn:oasis:names:tc:SAML:2.0:assertion", "urn:oasis:names:tc:SAML:2.0:protocol",
                   "http://www.w3.org/2000/09/xmldsig#")
EXC = "http://www.w3.org/2001/10/xml-exc-c14n#"
honest = open(sys.argv[1], "rb").read()
key, certificate, evil_key, evil_certificate = (open(path).read() for path in sys.argv[2:6])


def q(namespace, name):
    return "{%s}%s" % (namespace, name)


def sign(element, key=key, certificate=certificate):
    """Puts an enveloped signature behind the issuer of an element."""
    place = etree.Element(q(DS, "Signature"), Id="placeholder", nsmap={"ds": DS})
    element.insert(1, place)
    signer = XMLSigner(method=methods.enveloped, signature_algorithm=SignatureMethod.RSA_SHA256,
                       digest_algorithm=DigestAlgorithm.SHA256,
                       c14n_algorithm=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0)
    signed = signer.sign(element, key=key, cert=certificate, reference_uri="#" + element.get("ID"), id_attribute="ID")
    if element.getparent() is not None:
        element.getparent().replace(element, signed)
    return signed


def parse():
    return etree.fromstring(honest)


def assertion(root):
    return root.find(q(SAML, "Assertion"))


def signature(element):
    return element.find(q(DS, "Signature"))


def by_assertion(**keys):
    root = parse()
    sign(assertion(root), **keys)
    return root


def by_response():
    return sign(parse())


def evil(element, name="_evil"):
    """An unsigned copy about somebody else."""
    copied = copy.deepcopy(element)
    for found in copied.findall(".//" + q(DS, "Signature")):
        found.getparent().remove(found)
    copied.set("ID", name)
    for name_id in copied.iter(q(SAML, "NameID")):
        name_id.text = "mallory"
    for number, inner in enumerate(copied.findall(".//" + q(SAML, "Assertion"))):
        inner.set("ID", "_evil-assertion-%d" % number)
    return copied


def bare(element):
    copied = copy.deepcopy(element)
    copied.remove(signature(copied))
    return copied


def text(root):
    return etree.tostring(root)


cases = []


def case(name, source, policy):
    def add(make):
        made = make()
        octets = made if isinstance(made, bytes) else text(made)
        cases.append({"name": name, "source": source, "policy": policy,
                      "message": base64.b64encode(octets).decode()})
    return add


def wrapped(name, policy="structure", source="On Breaking SAML, SAML Raider"):
    """An attack on a response whose assertion is signed; the maker changes it in place."""
    def add(change):
        def make():
            root = by_assertion()
            changed = change(root, assertion(root))
            return root if changed is None else changed
        case(name, source, policy)(make)
    return add


case("valid: assertion signed", "twin", None)(by_assertion)
case("valid: response signed", "twin", None)(by_response)
case("valid: both signed", "twin", None)(lambda: sign(by_assertion()))


@case("xsw1", "SAML Raider", "structure")
def _():
    signed = by_response()
    root, inner = evil(signed), bare(signed)
    moved = copy.deepcopy(signature(signed))
    moved.append(inner)
    root.insert(1, moved)
    return root


@case("xsw2", "SAML Raider", "structure")
def _():
    signed = by_response()
    root = evil(signed)
    root.insert(1, copy.deepcopy(signature(signed)))
    root.insert(1, bare(signed))
    return root


@wrapped("xsw3")
def _(root, signed):
    root.insert(root.index(signed), evil(signed))


@wrapped("xsw4")
def _(root, signed):
    outer = evil(signed)
    root.replace(signed, outer)
    outer.append(signed)


@wrapped("xsw5")
def _(root, signed):
    changed = evil(signed)
    changed.insert(1, copy.deepcopy(signature(signed)))
    root.insert(root.index(signed), changed)
    root.replace(signed, bare(signed))


@wrapped("xsw6")
def _(root, signed):
    changed, moved = evil(signed), copy.deepcopy(signature(signed))
    moved.append(bare(signed))
    changed.insert(1, moved)
    root.replace(signed, changed)


@wrapped("xsw7")
def _(root, signed):
    extensions = etree.Element(q(SAMLP, "Extensions"))
    extensions.append(evil(signed, signed.get("ID") + "x"))
    root.insert(1, extensions)


@wrapped("xsw8")
def _(root, signed):
    changed, moved = evil(signed), copy.deepcopy(signature(signed))
    etree.SubElement(moved, q(DS, "Object")).append(bare(signed))
    changed.insert(1, moved)
    root.replace(signed, changed)


@wrapped("xsw9: the evil assertion first, both with the same ID", "identifier", "crewjam/saml")
def _(root, signed):
    root.insert(root.index(signed), evil(signed, signed.get("ID")))


@wrapped("the signed assertion doubled", "identifier", "ruby-saml, java-saml")
def _(root, signed):
    root.append(copy.deepcopy(signed))


@wrapped("the signed assertion concealed in StatusDetail", "structure", "ruby-saml, java-saml")
def _(root, signed):
    root.replace(signed, evil(signed))
    etree.SubElement(root.find(q(SAMLP, "Status")), q(SAMLP, "StatusDetail")).append(signed)


@wrapped("the signed assertion in the Advice of an evil one", "structure", "pysaml2")
def _(root, signed):
    outer = evil(signed)
    advice = etree.Element(q(SAML, "Advice"))
    outer.insert([child.tag for child in outer].index(q(SAML, "Conditions")) + 1, advice)
    root.replace(signed, outer)
    advice.append(bare(signed))
    etree.SubElement(outer, q(SAML, "Evil")).append(signature(signed))


@wrapped("the signed assertion in Extensions, an evil one in its place", "structure", "pysaml2, CVE-2020-5390")
def _(root, signed):
    root.replace(signed, evil(signed))
    extensions = etree.Element(q(SAMLP, "Extensions"))
    extensions.append(signed)
    root.insert(1, extensions)


@wrapped("an assertion in another element around it", "structure", "pysaml2")
def _(root, signed):
    wrapper = etree.Element("wrapper")
    root.replace(signed, wrapper)
    wrapper.append(signed)


@wrapped("a digest smuggled into the status", "signature", "ruby-saml, CVE-2024-45409")
def _(root, signed):
    next(signed.iter(q(SAML, "NameID"))).text = "mallory"
    digest = hashlib.sha256(etree.tostring(bare(signed), method="c14n", exclusive=True)).digest()
    detail = etree.SubElement(root.find(q(SAMLP, "Status")), q(SAMLP, "StatusDetail"))
    etree.SubElement(detail, q(DS, "DigestValue")).text = base64.b64encode(digest).decode()


@wrapped("two SignedInfos", "structure", "xml-crypto, CVE-2025-29774")
def _(root, signed):
    info = signature(signed).find(q(DS, "SignedInfo"))
    second = copy.deepcopy(info)
    next(second.iter(q(DS, "DigestValue"))).text = "AAAA"
    signature(signed).insert(0, second)


@wrapped("a comment in the digest", "structure", "xml-crypto, CVE-2025-29775")
def _(root, signed):
    value = next(signed.iter(q(DS, "DigestValue")))
    value.insert(0, etree.Comment("AAAA"))


@wrapped("two references, the second to what is read", "reference", "ruby-saml, CVE-2016-5697")
def _(root, signed):
    info = signature(signed).find(q(DS, "SignedInfo"))
    info.append(copy.deepcopy(info.find(q(DS, "Reference"))))


@wrapped("an empty signature", "structure", "node-saml")
def _(root, signed):
    for child in list(signature(signed)):
        signature(signed).remove(child)


@wrapped("no signature", "unsigned", "all")
def _(root, signed):
    signed.remove(signature(signed))


@wrapped("another ID than the signature names", "reference", "goxmldsig, CVE-2020-15216")
def _(root, signed):
    signed.set("ID", "_other")


@wrapped("the ID as Id", "reference", "samlify")
def _(root, signed):
    signed.set("Id", signed.get("ID"))
    del signed.attrib["ID"]


@wrapped("the ID in a namespace", "reference", "ruby-saml")
def _(root, signed):
    signed.set(q(SAML, "ID"), signed.get("ID"))
    signed.set("ID", "_other")


@wrapped("the name changed", "signature", "all")
def _(root, signed):
    next(signed.iter(q(SAML, "NameID"))).text = "mallory"


@wrapped("another audience put in", "signature", "all")
def _(root, signed):
    next(signed.iter(q(SAML, "Audience"))).text = "https://evil.example"


@wrapped("a genuine signature with an Object", "structure", "OneUptime, 2026")
def _(root, signed):
    etree.SubElement(signature(signed), q(DS, "Object")).append(evil(signed))


@wrapped("more transforms than two", "reference", "node-saml, CVE-2021-39171")
def _(root, signed):
    transforms = next(signed.iter(q(DS, "Transforms")))
    for _ in range(500):
        transforms.append(copy.deepcopy(transforms[0]))


@wrapped("an XSLT transform", "reference", "Santuario, CVE-2022-47966")
def _(root, signed):
    next(signed.iter(q(DS, "Transform"))).set("Algorithm", "http://www.w3.org/TR/1999/REC-xslt-19991116")


def hmac_signed(secret):
    root = by_assertion()
    signed = assertion(root)
    info = signature(signed).find(q(DS, "SignedInfo"))
    info.find(q(DS, "SignatureMethod")).set("Algorithm", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
    octets = etree.tostring(info, method="c14n", exclusive=True)
    value = base64.b64encode(hmac.new(secret, octets, hashlib.sha256).digest()).decode()
    signature(signed).find(q(DS, "SignatureValue")).text = value
    return root


case("HMAC with the certificate as its secret", "signxml, pysaml2", "algorithm")(
    lambda: hmac_signed(certificate.encode()))
case("HMAC with an empty secret", "signxml", "algorithm")(lambda: hmac_signed(b""))
case("another key with its own certificate", "pysaml2 CVE-2021-21239, xml-crypto CVE-2024-32962", "signature")(
    lambda: by_assertion(key=evil_key, certificate=evil_certificate))


@case("another key with the honest certificate", "all", "signature")
def _():
    root = by_assertion(key=evil_key, certificate=evil_certificate)
    shown = next(root.iter(q(DS, "X509Certificate")))
    shown.text = "".join(certificate.split("-----")[2].split())
    return root


def replaced(old, new, make=by_assertion, count=1):
    octets = text(make())
    assert old in octets, old
    return octets.replace(old, new, count)


case("valid: a comment in the name", "CVE-2017-11427 to 11430", None)(
    lambda: replaced(b">alice<", b">al<!-- -->ice<"))
case("a name cut by a comment and extended", "CVE-2018-0489", "signature")(
    lambda: replaced(b">alice<", b">alice<!-- -->.evil<"))
case("a processing instruction in the name", "OneUptime, 2026", "subject")(
    lambda: text(sign(etree.fromstring(honest.replace(b">alice<", b">al<?p x?>ice<")))))
case("a document type", "python3-saml", "dtd")(lambda: b"<!DOCTYPE r>" + text(by_assertion()))
case("a file's entity", "pysaml2, CVE-2016-10127", "dtd")(
    lambda: b'<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + replaced(b">alice<", b">&e;<"))
case("an entity in an ID", "GitHub ES, CVE-2025-23369", "dtd")(
    lambda: b'<!DOCTYPE r [<!ENTITY e "_x">]>' + replaced(b'ID="_response"', b'ID="&e;"'))
case("a document type in UTF-16", "php-saml", "dtd")(
    lambda: ('<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE r []>' + text(by_assertion()).decode()).encode("utf-16"))
case("two roots", "node-saml, CVE-2022-39299", "wellFormed")(lambda: text(by_assertion()) + text(by_assertion()))
case("void canonicalisation", "PortSwigger, CVE-2025-66568", "reference")(
    lambda: replaced(b"<saml:Subject>", b'<saml:Subject xmlns:x="1">'))
case("a signature in another namespace", "ruby-saml, CVE-2025-25292", "structure")(
    lambda: replaced(b"<ds:Signature ", b'<ds:Signature xmlns:ds="urn:evil" ', count=1).replace(
        b'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', b"", 1))


@case("a refusal that carries an assertion", "simplesamlphp", "structure")
def _():
    root = by_assertion()
    next(root.iter(q(SAMLP, "StatusCode"))).set("Value", "urn:oasis:names:tc:SAML:2.0:status:Responder")
    return root


@case("an assertion added to a signed refusal", "OneUptime, 2026", "structure")
def _():
    root = parse()
    added = assertion(root)
    root.remove(added)
    next(root.iter(q(SAMLP, "StatusCode"))).set("Value", "urn:oasis:names:tc:SAML:2.0:status:Responder")
    signed = sign(root)
    signed.append(evil(added))
    return signed


json.dump(cases, sys.stdout)
