"""How four libraries that we did not write judge the catalogue of SAML responses.

`catalogue_judges.py FOLDER` prints the cases in a folder of `tvsim fixtures generate`; with `--json` as JSON.
Without a folder it makes one with TVSIM, and tests that the libraries differ only as `catalogue_differences.py` says.
"""

import argparse
import json
import os
import unittest

from catalogue_differences import ACCEPTS, CHOSEN, DIFFERENCES, READS, REFUSES, REQUIRED
from catalogue_libraries import LIBRARIES, Folder, PySAML2, Python3SAML, SignXML, XMLSec
from simulator import Simulator, main

PAGE = os.path.join(os.path.dirname(__file__), "../../../docs/tvsim.docc/Reference/Fixtures.md")
QUESTIONS = {"signature": "Is the signature genuine?", "response": "Who is signed in?"}


class Row:
    """A case, and what the libraries say of it."""

    def __init__(self, case, answers, libraries):
        self.case, self.answers = case, answers
        self.words = {library.name: self.word(library) for library in libraries}

    def word(self, library):
        """What a library says; empty if it was not asked."""
        answer = self.answers.get(library.name)
        if answer is None:
            return ""
        is_other = answer.accepts and not library.is_expected(self.case, answer)
        if is_other and library.question == "response" and self.case["expected"]["verdict"]["valid"]:
            return READS
        return ACCEPTS if answer.accepts else REFUSES

    def standing(self, library):
        """`notJudged`, `agrees`, or who wants the manifest's verdict: a standard (`required`) or we (`choice`)."""
        answer = self.answers.get(library.name)
        if answer is None:
            return "notJudged"
        return "agrees" if library.is_expected(self.case, answer) else self.case["strength"]["level"]

    def signs_in_another(self, honest):
        """The libraries that sign in a user who is not that of the signed assertion."""
        return [name for name, answer in self.answers.items()
                if answer.accepts and (answer.name or "").strip() and honest not in answer.name]


class Judgement:
    """The answers of all libraries to all cases with a verdict."""

    def __init__(self, folder):
        self.libraries = [library() for library in LIBRARIES]
        self.all = folder.cases
        self.rows = [
            Row(case, {
                library.name: library.answer(folder, case) for library in self.libraries if not library.unasked(case)
            }, self.libraries)
            for case in folder.cases if "verdict" in case["expected"]]

    def count(self, library, standing):
        """How many cases have a standing."""
        return sum(row.standing(library) == standing for row in self.rows)

    def differing(self, library):
        """What a library says of each case of which it says something else than the manifest."""
        return {row.case["name"]: row.words[library.name] for row in self.rows
                if row.standing(library) in ("required", "choice")}

    def summary(self):
        """A row of Markdown for each library."""
        head = ["library", "question", "judged", "agree", "differ: required", "differ: our choice", "not judged"]
        yield from table(head, (
            [f"`{each.name}`", QUESTIONS[each.question], len(self.rows) - self.count(each, "notJudged"),
             *(self.count(each, standing) for standing in ["agrees", "required", "choice", "notJudged"])]
            for each in self.libraries))

    def table(self):
        """A row of Markdown for each case; what differs is in bold, and what a library cannot answer is a dash."""
        def cell(row, library):
            word = row.words[library.name] or "–"
            return f"**{word}**" if row.standing(library) in ("required", "choice") else word

        head = ["case", "verdict", "signature", "strength", *(each.name for each in self.libraries)]
        yield from table(head, (
            [row.case["name"], row.case["expected"]["verdict"].get("policy", "valid"),
             row.case["expected"]["signature"], row.case["strength"]["level"],
             *(cell(row, library) for library in self.libraries)] for row in self.rows))

    def document(self):
        """Everything, for JSON."""
        return {
            "libraries": [{
                "name": each.name, "version": each.version, "question": each.question,
                **{standing: self.count(each, standing) for standing in ["agrees", "required", "choice", "notJudged"]},
            } for each in self.libraries],
            "casesWithoutVerdict": len(self.all) - len(self.rows),
            "cases": [{
                "name": row.case["name"], "verdict": row.case["expected"]["verdict"].get("policy", "valid"),
                "signature": row.case["expected"]["signature"], "strength": row.case["strength"]["level"],
                "libraries": {each.name: {
                    "answer": row.words[each.name] or None, "standing": row.standing(each),
                    "why": row.answers[each.name].why if each.name in row.answers else each.unasked(row.case),
                } for each in self.libraries},
            } for row in self.rows],
        }


def table(head, rows):
    """The lines of a table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def reasons():
    """A row of Markdown for each kind of difference about which a standard decides."""
    def names(each):
        return "; ".join(
            f"{library.name}: " + ", ".join(f"`{case}`" for case in each.cases(library.name))
            for library in [Python3SAML, PySAML2] if each.cases(library.name))

    yield from table(["cases", "answer", "why the manifest is right"], (
        [names(each), each.answer, f"{each.reason} ({each.source})"] for each in REQUIRED))


class CatalogueJudges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        cls.simulator.tvsim("fixtures", "generate", "--output", cls.simulator.path("set"))
        cls.judgement = Judgement(Folder(cls.simulator.path("set")))
        cls.strength = {row.case["name"]: row.case["strength"] for row in cls.judgement.rows}

    @classmethod
    def tearDownClass(cls):
        cls.simulator.folder.cleanup()

    def library(self, kind):
        [library] = [each for each in self.judgement.libraries if isinstance(each, kind)]
        return library

    def test_1_signatures(self):
        """signxml and xmlsec1 find the signatures genuine that the manifest says, except for its exceptions"""
        for library in map(self.library, [SignXML, XMLSec]):
            exceptions = {
                row.case["name"]: ACCEPTS if each["accepts"] else REFUSES
                for row in self.judgement.rows for each in row.case["expected"].get("exceptions", [])
                if each["judge"] == library.name and not library.unasked(row.case)}
            self.assertEqual(self.judgement.differing(library), exceptions)

    def differs(self, kind):
        """A library differs in all that the table says, and in nothing else."""
        library = self.library(kind)
        described = {case: each.answer for each in DIFFERENCES for case in each.cases(library.name)}
        self.maxDiff = None
        self.assertEqual(self.judgement.differing(library), described)

    def test_2_python3_saml(self):
        """python3-saml in strict mode signs in whom the manifest says, except for the table of differences"""
        self.differs(Python3SAML)

    def test_3_pysaml2(self):
        """pysaml2 signs in whom the manifest says, except for the table of differences"""
        self.differs(PySAML2)

    def test_4_reasons(self):
        """a difference has a reason, with the section of a standard, or the row of the manifest if it is our choice"""
        for each in DIFFERENCES:
            cases = each.cases("python3-saml") + each.cases("pysaml2")
            self.assertTrue(cases, each.reason)
            for case in cases:
                strength = self.strength[case]
                with self.subTest(case):
                    self.assertEqual(strength["level"], "choice" if each in CHOSEN else "required")
                    if each in CHOSEN:
                        self.assertEqual(strength["row"], each.source)

    def test_5_forgeries(self):
        """neither service provider signs in the user of a forged assertion"""
        [honest] = [row.case["expected"]["verdict"]["nameID"] for row in self.judgement.rows
                    if row.case["name"] == "honest"]
        found = {row.case["name"]: row.signs_in_another(honest) for row in self.judgement.rows}
        self.assertEqual({name: libraries for name, libraries in found.items() if libraries}, {})

    def test_6_documentation(self):
        """the documentation has the numbers and the reasons of this run"""
        with open(PAGE, encoding="utf-8") as file:
            lines = file.read().splitlines()
        missing = [line for line in [*self.judgement.summary(), *reasons()] if line not in lines]
        self.assertEqual(missing, [])


def show(arguments):
    """Prints the table of a folder."""
    judgement = Judgement(Folder(arguments.folder))
    if arguments.json:
        print(json.dumps(judgement.document(), indent=2))
    else:
        print(*judgement.table(), "", *judgement.summary(), "", *reasons(), sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.folder:
        show(chosen)
    else:
        main()
