"""Runs of `tvsim live sp` at a site of a script, and what they must say: the same for each library behind the site."""

import json
import os
import re
import subprocess
import tempfile
from types import SimpleNamespace

from live_site import Site
from simulator import PATIENCE

IS_THOROUGH = os.environ.get("THOROUGH") == "1"
# A run outside of loopback would take as long as this.
RUN_PATIENCE = 4 * PATIENCE
# What each planted fault accepts: a case that shows it.
SHOWN_BY = {
    "audience": "wrongAudience", "furtherAudience": "secondAudienceWrong", "recipient": "wrongRecipient",
    "inResponseTo": "wrongInResponseTo", "keyInfo": "keyConfusion", "firstAssertion": "xsw3",
    "status": "statusWithAssertion", "replay": "replayed",
}
# The cases with which the ways to answer are tried: accepted and refused ones.
FEW = ["honest", "otherPrefixes", "wrongAudience", "wrongRecipient", "tampered", "expired", "statusNotSuccess", "xsw1"]
# The ways in which applications answer, each of which a run can read; `same` by the probe only.
WAYS = ["pages", "redirects", "cookie", "json", "texts", "echo", "form", "noAccount", "crash", "random", "slow", "same"]


def thorough(test):
    """Leaves a test out, unless all cases are asked for."""
    return test if IS_THOROUGH else None


class Examination:
    """Keys, and runs with them."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tvsim-live-")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("TVSIM_")}
        self.environment["TVSIM_HOME"] = self.path("home")
        self.count = 0
        done = self.tvsim("live", "keys", "--output", self.path("keys"))
        assert done.returncode == 0, done.stderr
        with open(self.path("keys/metadata.xml"), encoding="utf-8") as file:
            self.metadata = file.read()
        self.entity = re.search('entityID="([^"]*)"', self.metadata)[1]
        self.sign_on = re.search('SingleSignOnService[^>]*Location="([^"]*)"', self.metadata)[1]

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def tvsim(self, *arguments):
        return subprocess.run(
            [os.environ["TVSIM"], *arguments], env=self.environment, capture_output=True, text=True, check=False,
            timeout=RUN_PATIENCE)

    def site(self, judge, fault=None, answers="status"):
        """A site whose provider is this examination."""
        self.count += 1
        folder = self.path(f"site{self.count}")
        os.mkdir(folder)
        return Site(lambda site: judge(site, self.metadata), folder, fault, answers)

    def run(self, site, *options, probe=True):
        """Examines a site; returns the exit status, the report, and what was printed."""
        where = ["--metadata", site.url + "/metadata", "--start", site.url + "/login"]
        where += ["--probe", site.url + "/me"] if probe else []
        return self.examine(*where, *options)

    def examine(self, *options, party="sp"):
        """Examines the party that the options name."""
        file = self.path("live.json")
        if os.path.exists(file):
            os.remove(file)
        done = self.tvsim(
            "live", party, "--keys", self.path("keys"), "--report", file, "--timeout", f"{PATIENCE}s", *options)
        report = None
        if os.path.exists(file):
            with open(file, encoding="utf-8") as opened:
                report = json.load(opened)
        return SimpleNamespace(
            status=done.returncode, report=report, output=done.stdout, error=done.stderr,
            verdicts={case["name"]: case["verdict"] for case in report["cases"]} if report else {},
            wrong=sorted(
                case["name"] for case in report["cases"]
                if case["verdict"] != case["expected"] and not case["known"]) if report else None)

    def kept(self, folder):
        """The messages in the folder of --keep-messages, which only its owner can read."""
        found = {}
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            assert os.stat(path).st_mode & 0o777 == 0o600 and os.stat(folder).st_mode & 0o777 == 0o700, name
            with open(path, encoding="utf-8") as file:
                found[name] = file.read()
        return found

    def stop(self):
        self.folder.cleanup()


class LiveServiceProvider:
    """The sentences about a service provider of one library; a test case of that library adds `judge` and `faults`."""

    judge, faults, always = None, [], []

    @classmethod
    def setUpClass(cls):
        cls.examination = Examination()

    @classmethod
    def tearDownClass(cls):
        cls.examination.stop()

    def run_at(self, *options, fault=None, answers="status", probe=True):
        """Examines a new site; returns the run, with the site's own decisions."""
        site = self.examination.site(type(self).judge, fault, answers)
        try:
            run = self.examination.run(site, *options, probe=probe)
        finally:
            site.stop()
        run.site = site
        return run

    def only(self, *cases):
        return [word for case in cases for word in ("--only", case)]

    def details(self, run):
        return f"status {run.status}\n{run.error[-2000:]}\n{run.output[-2000:]}"

    def test_1_without_fault(self):
        """a party without a fault shows none: each case that shows a planted fault is refused, and valid ones are accepted"""
        run = self.run_at(*self.only("honest", *(SHOWN_BY[fault] for fault in self.faults)))
        self.assertEqual((run.status, run.wrong), (0, []), self.details(run))
        self.assertEqual(run.verdicts["honest"], "accepted")
        self.assertEqual(len(run.verdicts), 1 + len(self.faults))

    def test_2_planted_faults(self):
        """each planted fault is found by its case, and the requirement is violated; the forged user is named as such"""
        for fault in self.faults:
            if not IS_THOROUGH and fault not in self.always:
                continue
            with self.subTest(fault):
                case = SHOWN_BY[fault]
                run = self.run_at(*self.only("honest", case), fault=fault)
                self.assertEqual((run.status, run.wrong), (1, [case]), self.details(run))
                [violated] = [r for r in run.report["requirements"] if r["verdict"] == "violated"]
                # A forged part beside the signed one is refused by our choice. A forged user fails the run all the same.
                strength = "choice" if fault == "firstAssertion" else "required"
                self.assertEqual((violated["cases"], violated["strength"]), ([case], strength))
                if fault == "firstAssertion":
                    [found] = [found for found in run.report["cases"] if found["name"] == case]
                    self.assertTrue(found["forged"])
                    self.assertIn("forged user", run.output.splitlines()[1])

    def test_3_cannot_be_told_apart(self):
        """a party that always answers the same ends the run, after few messages and without a verdict"""
        self.ends("same", probe=False)

    def ends(self, answers, probe=True):
        """Examines a site that the run must give up before it sends broken messages."""
        run = self.run_at(answers=answers, probe=probe)
        self.assertEqual(run.status, 69, self.details(run))
        self.assertLessEqual(len(run.site.decisions), 30)
        self.assertEqual(run.verdicts, {})
        return run

    @thorough
    def test_4_not_proven(self):
        """a party that refuses everything, or that signs in an address, ends the run too; the output says what to do"""
        for answers in ["refuseAll", "reasons", "address"]:
            with self.subTest(answers):
                self.ends(answers)

    @thorough
    def test_5_ways_to_answer(self):
        """the verdicts are the same in whatever way the application answers"""
        expected = self.run_at(*self.only(*FEW)).verdicts
        self.assertEqual(sorted(expected), sorted(FEW))
        for answers in WAYS:
            with self.subTest(answers):
                run = self.run_at(*self.only(*FEW), answers=answers, probe=answers == "same")
                # pysaml2 quotes the whole response in a text, with the forged name, which is unclear on purpose.
                quoted = {
                    case["name"]: "refused" for case in run.report["cases"]
                    if answers == "texts" and case.get("note") == "a refusal whose page shows the forged name"}
                self.assertEqual({**run.verdicts, **quoted}, expected, self.details(run))

    @thorough
    def test_6_locked(self):
        """a lock after refusals changes no verdict; one that lasts ends the run, with the results before it"""
        expected = self.run_at("--only", "content")
        run = self.run_at("--only", "content", fault="lock")
        self.assertEqual(run.verdicts, expected.verdicts, self.details(run))
        self.assertIn("locked", [decision["reason"] for decision in run.site.decisions])
        run = self.run_at(fault="lockForever")
        self.assertEqual(run.status, 69, self.details(run))
        self.assertGreater(len(run.verdicts), 0)
        self.assertEqual(sorted(set(run.wrong) - set(self.differences)), [])

    @thorough
    def test_7_other_address(self):
        """redirects to another host are noted and never followed; a sign-in that moves there ends the run"""
        run = self.run_at(*self.only(*FEW), answers="leaves", probe=False)
        self.assertEqual((run.status, run.wrong), (0, []), self.details(run))
        self.assertEqual({host for host, _ in run.site.asked}, {f"127.0.0.1:{run.site.port}"})
        run = self.run_at(answers="moves")
        self.assertEqual(run.status, 69, self.details(run))
        self.assertGreater(len(run.verdicts), 0)
        self.assertEqual({host for host, _ in run.site.asked}, {f"127.0.0.1:{run.site.port}"})

    @thorough
    def test_8_whole(self):
        """the whole run finds exactly what this library is known to accept or refuse, which a file of known differences hides"""
        known = self.examination.path("known.yaml")
        run = self.run_at("--write-known", known)
        self.assertEqual((run.status, run.wrong), (1, self.differences), self.details(run))
        self.assertEqual(self.run_at("--known", known).status, 0)
        self.assertEqual(self.run_at("--known", known, "--only", "honest", fault=None).status, 0)
