"""An app that imports AccessEnabler (Examples/StreamApp), as a process of its own, against served worlds."""

import os
import socket
import subprocess
import unittest

import requests

from simulator import PATIENCE, Form, Simulator, asks, main, sign_in

PROGRAM = os.path.join(os.path.dirname(os.environ["TVSIM"]), "StreamApp")


class Stream:
    """The running app, with a person at its keyboard and a browser beside it."""

    def __init__(self, simulator, *arguments, url=None, services=None, device="served", launcher=(),
                 **variables):
        environment = {**simulator.environment, "TVSIM_DEVICE": device, "SOFTWARE_STATEMENT": simulator.statement(),
                       **variables}
        if url:
            environment["TVSIM_URL"] = url
        if services:
            environment["SERVICE_PROVIDERS"] = ",".join(services)
        self.browser = requests.Session()
        self.process = subprocess.Popen(
            [*launcher, PROGRAM, *arguments], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.seen = []

    def until(self, start):
        """Reads on to a line that begins so, and returns the rest of it."""
        for line in self.process.stdout:
            self.seen.append(line.strip())
            if line.startswith(start):
                return line.strip()[len(start):]
        raise AssertionError(f"no line '{start}' in {self.seen}")

    def type(self, text):
        """Types a line."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def open_page(self, name=None):
        """Opens the page that the app shows, signs in where it asks, and types where it ended."""
        page = self.until("Open ")
        answer = self.browser.get(page, timeout=PATIENCE, allow_redirects=True) if name else self.follow(page)
        if name:
            form = Form(sign_in(self.browser, answer, name=name) if asks(answer) else answer)
            answer = self.browser.post(form.action, form.fields, timeout=PATIENCE, allow_redirects=False)
        self.type(answer.headers["Location"])
        return page

    def follow(self, page):
        """Follows a page until it leads out of the web."""
        answer = self.browser.get(page, timeout=PATIENCE, allow_redirects=False)
        while answer.headers["Location"].startswith(("http", "/")):
            page = requests.compat.urljoin(page, answer.headers["Location"])
            answer = self.browser.get(page, timeout=PATIENCE, allow_redirects=False)
        return answer

    def end(self):
        """Waits for the end, and returns the exit status."""
        self.seen += [line.strip() for line in self.process.stdout]
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


def unused():
    """An address at which nobody is: the port is taken, so that no other test's server gets it, and nobody listens."""
    TAKEN.append(socket.socket())
    TAKEN[-1].bind(("127.0.0.1", 0))
    return f"http://127.0.0.1:{TAKEN[-1].getsockname()[1]}"


TAKEN = []


class SDK(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.first = Simulator().start("""
service:
  requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false}}}}
""", follows_wall_clock=False)
        cls.second = Simulator().start("""
service:
  requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false}, Dish: {singleSignOn: false}}}}
""", follows_wall_clock=False)

    @classmethod
    def tearDownClass(cls):
        cls.first.stop()
        cls.second.stop()

    def test_1_classic(self):
        """a person signs in at the page that the app shows, watches, and signs out at the MVPD"""
        app = Stream(self.first, "--logout", url=self.first.url)
        app.until("1. Cablevision")
        app.type("1")
        self.assertTrue(app.open_page("alice").startswith(self.first.url + "/api/v2/authenticate/REF30/"))
        app.until("Playing REF30")
        self.assertTrue(app.open_page().startswith(self.first.url + "/adobe-services/logout?"))
        self.assertEqual((app.end(), app.seen[-1]), (0, "Signed out."))

    def test_2_cancel(self):
        """a page that is closed ends the sign-in: N005, and the app is told that nobody was chosen"""
        app = Stream(self.first, url=self.first.url)
        app.until("1. Cablevision")
        app.type("1")
        app.until("Open ")
        app.type("")
        self.assertEqual((app.end(), app.seen[-1]), (1, "Not signed in: Provider not Selected Error"))
        self.assertTrue(any(line.startswith("N005") for line in app.seen), app.seen)

    def test_3_two_services(self):
        """two services are merged, and an MVPD of the second is signed in at and authorized there"""
        app = Stream(self.first, services=[self.first.url, self.second.url + "/adobe-services"])
        app.until("Your TV provider")
        self.assertEqual(sorted(line[3:] for line in app.seen[:-1] if line[1:2] == "."), ["Cablevision", "Dish"])
        app.type(next(line[0] for line in app.seen if line.endswith("Dish")))
        self.assertTrue(app.open_page("carol").startswith(self.second.url + "/"))
        app.until("Playing REF30")
        self.assertEqual(app.end(), 0)

    def test_4_one_is_down(self):
        """one service of two that answers is enough"""
        app = Stream(self.second, services=[unused(), self.second.url])
        app.until("Your TV provider")
        app.type("")
        self.assertEqual(app.end(), 1)

    def test_5_all_are_down(self):
        """where no service answers, or the address is none of this machine, nothing is contacted for ever: CFG404"""
        for address in [unused(), "https://sp.example.com/adobe-services"]:
            app = Stream(self.first, services=[address])
            self.assertEqual((app.end(), app.seen[-1]), (1, "The requestor cannot be set."))
            self.assertTrue(app.seen[0].startswith("CFG404"), app.seen)

    def test_7_logout_at_each_service(self):
        """a logout tells each service of its own profiles, whichever the requestor was set with last"""
        app = Stream(self.first, services=[self.second.url], device="away")
        app.until("Your TV provider")
        app.type(next(line[0] for line in app.seen if line.endswith("Dish")))
        app.open_page("carol")
        self.assertEqual(app.end(), 0)
        app = Stream(self.first, "--logout", services=[self.first.url], device="away")
        app.until("1. Cablevision")
        app.type("1")
        app.open_page("alice")
        pages = [app.open_page(), app.open_page()]
        self.assertEqual((app.end(), app.seen[-1]), (0, "Signed out."))
        for page, service, mvpd in zip(pages, [self.first, self.second], ["Cablevision", "Dish"]):
            self.assertTrue(page.startswith(f"{service.url}/adobe-services/logout?noflash=true&mso_id={mvpd}&"), page)

    def test_8_proxy(self):
        """a service on this machine is asked without the proxy that the environment names, which learns nothing"""
        with socket.create_server(("127.0.0.1", 0)) as proxy:
            address = f"http://127.0.0.1:{proxy.getsockname()[1]}"
            for excepted in ["example.com", "x,*"]:
                app = Stream(self.first, url=self.first.url, http_proxy=address, all_proxy=address, NO_PROXY=excepted)
                app.until("Your TV provider")
                app.type("")
                self.assertEqual(app.end(), 1)
            proxy.settimeout(0)
            self.assertRaises(BlockingIOError, proxy.accept)

    def test_9_untrusted(self):
        """a certificate that nobody vouches for is SEC420, and no service that cannot be reached"""
        self.second.tvsim("device", "create", "tls")
        app = Stream(self.second, device="tls", launcher=[os.environ["TVSIM"], "exec", "--tls", "--device", "tls", "--"])
        self.assertEqual((app.end(), app.seen[-1]), (1, "The requestor cannot be set."))
        self.assertTrue(app.seen[0].startswith("SEC420"), app.seen)

    def test_a_no_address(self):
        """what TVSIM_URL says wrongly is told in a line that names it, and not as a status of the platform"""
        for address in ["foo", "ftp://127.0.0.1", "http://", "http://127.0.0.1:1?x"]:
            app = Stream(self.first, url=address)
            self.assertEqual(app.end(), 70)
            self.assertIn(f"TVSIM_URL: invalid URL '{address}': expected the URL of a service", "\n".join(app.seen))

    def test_b_broken_off(self):
        """an answer that breaks off on a connection in use is asked for once, and the app is told what happened"""
        self.second.tvsim("device", "create", "broken")
        for command in [
            "permission grant com.example.stream", "account sign-in Cablevision --as alice",
            "fault add service.authorize connectionClosed --times 1",
        ]:
            self.second.tvsim(*command.split(), "--device", "broken")
        launcher = [os.environ["TVSIM"], "exec", "--device", "broken", "--"]
        app = Stream(self.second, device="broken", launcher=launcher)
        self.assertEqual(app.end(), 1)
        self.assertIn("Z500: The connection was closed before the response was complete.", app.seen)

    def test_6_silently(self):
        """with a system-level account nobody is asked anything, in the world of the device as beside a server of it"""
        self.second.tvsim("device", "create", "phone")
        for command in ["permission grant com.example.stream", "account sign-in Cablevision --as alice"]:
            self.second.tvsim(*command.split(), "--device", "phone")
        for launcher in [[], [os.environ["TVSIM"], "exec", "--device", "phone", "--"]]:
            app = Stream(self.second, device="phone", launcher=launcher)
            self.assertEqual((app.end(), app.seen[-1]), (0, "Done."), app.seen)
            self.assertTrue(app.seen[0].startswith("Playing REF30"), app.seen)


main()
