package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import tvsim.junit.Tvsim;

@Tvsim
@DisplayName("The client")
class ClientTest {
    /** Sends a request as the client under test does, with the defaults of Java. */
    static String get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    @DisplayName("a relative URL stays in the world, also with the HTTP/2 upgrade of Java's default")
    void address(World world) throws Exception {
        String url = URI.create(world.url() + "/api/v2/x").resolve("/_sim/v1/health").toString();
        assertEquals(world.name(), Json.parse(get(url)).get("world").text());
    }

    @Test
    @DisplayName("says that the server is of another build than the jar")
    void anotherBuild() throws IOException {
        // Clients/jvm/run-tests gives the jar this build.
        assertEquals(Server.VERSION + ".dev42+g1a2b3c4d", Server.BUILD);
        List<String> said = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("tvsim");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        logger.addHandler(handler);
        try {
            for (String build : List.of(Server.VERSION, Server.BUILD, "unknown")) {
                HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
                byte[] health = ("{\"version\": \"" + Server.VERSION + "\", \"build\": \"" + build + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
                other.createContext("/", exchange -> {
                    exchange.sendResponseHeaders(200, health.length);
                    exchange.getResponseBody().write(health);
                    exchange.close();
                });
                other.start();
                assertEquals(build, Server.connect("http://127.0.0.1:" + other.getAddress().getPort()).build());
                other.stop(0);
            }
        } finally {
            logger.removeHandler(handler);
        }
        assertEquals(1, said.size());
        assertTrue(said.get(0).contains(" has build " + Server.VERSION + ", and this jar has build " + Server.BUILD), said.get(0));
    }

    @Test
    void worldsAreIsolated(World world) {
        try (World other = world.server().world()) {
            world.permission().deny();
            assertEquals("denied notDetermined", world.permission().get() + " " + other.permission().get());
        }
    }

    @Test
    void movesTheClock(World world) {
        assertEquals(Instant.parse("2026-01-01T00:00:00Z"), world.clock().now());
        world.clock().advance(Duration.ofSeconds(5));
        world.clock().advance(Duration.ofMillis(250));
        assertEquals(Instant.parse("2026-01-01T00:00:05.250Z"), world.clock().now());
        world.clock().set(Instant.parse("2027-01-01T00:00:00.5Z"));
        assertEquals(Instant.parse("2027-01-01T00:00:00Z"), world.clock().now());
    }

    @Test
    @DisplayName("an error says what is wrong and what was meant")
    void errors(World world) {
        Map<String, Executable> cases = Map.ofEntries(
            Map.entry("whole milliseconds", () -> world.clock().advance(Duration.ofNanos(5))),
            Map.entry("did you mean 'service.sessions'?", () -> world.faults().add("service.sesions", 503)),
            Map.entry("expected AXIS=VALUE", () -> world.server().situations("access")),
            Map.entry("http://HOST:PORT", () -> Server.connect("localhost:8080")),
            Map.entry("check that it runs", () -> Server.connect("http://127.0.0.1:1")));
        cases.forEach((message, act) -> {
            TvsimException error = assertThrows(TvsimException.class, act, message);
            assertTrue(error.getMessage().contains(message), error.getMessage());
        });
    }

    @Test
    void aFaultDuringABlockLeavesTheOtherFaults(World world) {
        world.faults().add("service.token", 503, null, 2);
        world.faults().add("service.sessions", 500);
        Json before = world.device().get("faults");
        try (Faults.During fault = world.faults().during("service.sessions", 500)) {
            assertEquals(3, world.device().get("faults").list().size());
        }
        assertEquals(before, world.device().get("faults"));
        assertTrue(world.faults().catalog().list().size() > 10);
        world.faults().clear();
        assertEquals(List.of(), world.device().get("faults").list());
    }

    @Test
    @DisplayName("a fault during a block leaves the others as they are, and ends also if it was used")
    void usedFaults(World world) throws Exception {
        String page = world.url() + "/api/v2/REF30/configuration";
        world.faults().add("service.configuration", Fault.change().status(418).body("first", "a/b").times(1));
        world.faults().add("service.configuration", Fault.change().status(503).body("second", "a/b").times(2));
        world.faults().add("service.token", 500);
        world.faults().add("service.sessions", 500, null, 1);
        assertEquals("first second", get(page) + " " + get(page));
        List<Json> before = world.device().get("faults").list();
        assertEquals(0, before.get(0).get("times").number());
        assertThrows(IllegalStateException.class, () -> {
            try (Faults.During outer = world.faults().during("service.authorize", 503);
                Faults.During inner = world.faults().during("service.sessions", 500)) {
                throw new IllegalStateException();
            }
        });
        assertEquals(before, world.device().get("faults").list());
        assertEquals("second", get(page));
        assertTrue(get(page).contains("invalid_access_token"));
        world.faults().clear();
        Fault limited = Fault.change().status(418).body("tea", "a/b").after(1).times(3);
        try (Faults.During fault = world.faults().during("service.configuration", limited)) {
            assertTrue(get(page).contains("invalid_access_token"));
            assertEquals("tea", get(page));
        }
        assertEquals(List.of(), world.device().get("faults").list());
    }

    @Test
    void waitsUntilAnAppOpensThePicker(World world) {
        world.permission().grant();
        world.viewer().answer(Map.of("systemPicker", "none"));
        CompletableFuture<Void> user = CompletableFuture.runAsync(() -> world.viewer().cancel());
        PendingRequest request = world.framework().beginAccountMetadata(Map.of("isInterruptionAllowed", true));
        user.join();
        assertEquals("userCancelled", request.answer().get("error").get("name").text());
    }

    @Test
    void answersTheAccessPrompt(World world) {
        world.viewer().answer(Map.of("accessPrompt", "none"));
        PendingRequest request = world.framework().beginAccessStatus(true);
        TvsimException error = assertThrows(TvsimException.class, () -> world.framework().accessStatus(true));
        assertTrue(error.getMessage().contains("use beginAccessStatus()"), error.getMessage());
        world.viewer().allow();
        assertEquals("granted", request.answer().get("accessStatus").text());
    }

    @Test
    void waitsForTheJournal(World world) {
        world.permission().deny();
        assertEquals("Command", world.journal().await("permission").get("room").text());
        TvsimException error = assertThrows(
            TvsimException.WaitTimeout.class, () -> world.journal().await("nothing", Duration.ofSeconds(1), 0));
        assertTrue(error.getMessage().contains("in 1s\nThe newest entries"), error.getMessage());
        world.journal().clear();
        assertEquals("", world.journal().text());
    }

    @Test
    void aFaultMayChangeAnAnswerWithAnErrorOrWithoutOne(World world) throws Exception {
        String page = world.url() + "/api/v2/REF30/configuration";
        Fault busy = Fault.change().status(503).header("Retry-After", 30).body("<p>Busy</p>", "text/html");
        world.faults().add("service.configuration", busy.after(1).times(1));
        assertTrue(get(page).contains("invalid_access_token"));
        assertEquals("<p>Busy</p>", get(page));
        assertTrue(get(page).contains("invalid_access_token"));
        Exchange answer = world.requests().all("/configuration").get(1);
        assertEquals(503, answer.status());
        assertEquals("30", answer.response().headers().get("Retry-After"));
        assertEquals("text/html", answer.response().headers().get("Content-Type"));
        world.faults().clear();
        world.faults().add("service.authorize",
            Fault.error(500).delay(Duration.ofMillis(1500)).only("mvpd", "Dish").only("requestor", "REF30").probability(0.5));
        world.faults().add("service.sessions", Fault.change().adds("news", true));
        Json before = world.device().get("faults");
        Json first = before.list().get(0);
        assertEquals("500 1500ms 0.5 Dish",
            first.get("error").text() + " " + first.get("delay").text() + " " + first.get("probability").text() + " "
                + first.get("only").get("mvpd").text());
        assertEquals("REF30", first.get("only").get("requestor").text());
        assertTrue(before.list().get(1).get("adds").get("news").isTrue());
        try (Faults.During fault = world.faults().during("service.configuration", Fault.change().status(418).body("tea", "a/b"))) {
            assertEquals("tea", get(page));
        }
        assertEquals(before, world.device().get("faults"));
        assertThrows(TvsimException.class, () -> busy.delay(Duration.ofNanos(500)));
    }

    @Test
    void listsTheRequestsWithoutSecrets(World world) throws Exception {
        get(world.url() + "/api/v2/REF30/configuration?a=b");
        Exchange last = world.requests().last("/configuration");
        assertEquals("GET /api/v2/REF30/configuration 401", last.method() + " " + last.path() + " " + last.status());
        assertEquals("invalid_access_token_client_application", last.response().json().get("code").text());
        assertEquals(List.of(), world.requests().all("/sessions"));
    }

    @Test
    void aRequestThatGotNoAnswerHasNoStatusAndNoResponse(World world) {
        world.faults().add("service.configuration", "connectionClosed", null, 1);
        assertThrows(IOException.class, () -> get(world.url() + "/api/v2/REF30/configuration"));
        Exchange last = world.requests().last("/configuration");
        assertEquals("GET /api/v2/REF30/configuration 0", last.method() + " " + last.path() + " " + last.status());
        assertNull(last.response());
    }

    @Test
    void theTargetOfARequestHasNoNameOfAWorld(Server server) throws Exception {
        try (World world = Server.connect(server.url(), port -> 1).world("with-target")) {
            get(world.url() + "/api/v2/REF30/configuration?a=b");
            assertTrue(world.url().endsWith("/s/with-target"), world.url());
            assertEquals("/api/v2/REF30/configuration?a=b", world.requests().last("/").target());
        }
    }

    @Test
    @DisplayName("the text of the evidence begins with the test and ends with the time of the machine")
    void evidenceText(World world) {
        world.permission().deny();
        world.outcome("failed", "SignInTest.denies", "expected: <granted> but was: <denied>");
        String text = world.evidence().text();
        List<Integer> places = Stream.of(
            "SignInTest.denies", "expected: <granted> but was: <denied>", "1  2026-01-01T00:00:00Z",
            "The clock of this machine says 20").map(text::indexOf).toList();
        assertEquals(places.stream().sorted().toList(), places, text);
        assertTrue(places.get(0) >= 0, text);
        world.clock().set(Instant.now());
        world.permission().grant();
        assertFalse(world.evidence().text().contains("The clock of this machine"));
    }

    @Test
    void readsAJournalOfManyPages(World world) throws Exception {
        world.perform(Collections.nCopies(2500, Map.of("advance", "1s")));
        get(world.url() + "/api/v2/REF30/configuration");
        assertEquals(numbers(1, 2501), numbers(world.journal().entries()));
        assertEquals(numbers(2500, 2501), numbers(world.journal().entries(null, 2499)));
        assertEquals(numbers(1001, 2500), numbers(world.journal().entries("advance", 1000)));
        assertEquals(numbers(2501, 2501), numbers(world.journal().entries(null, 0, "request")));
        assertEquals(2501, world.journal().text().lines().count());
        String[] newest = world.journal().newest().split("\n");
        assertEquals("26 2477 2501", newest.length + " " + newest[1].split(" ")[0] + " " + newest[25].split(" ")[0]);
        assertEquals(2501, world.requests().last("/").number());
        assertEquals(1, world.requests().all().size());
    }

    private static List<Integer> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    private static List<Integer> numbers(List<Json> entries) {
        return entries.stream().map(entry -> entry.get("number").number()).toList();
    }

    @Test
    @DisplayName("a request that the server keeps no more is not called missing")
    void forgottenRequest() throws Exception {
        try (Server server = Server.start(); World world = server.world()) {
            get(world.url() + "/first");
            for (int number = 0; number <= 200; number++) get(world.url() + "/later/" + number);
            assertEquals("/later/200", world.requests().last("/").target());
            assertEquals(200, world.requests().all().size());
            TvsimException gone = assertThrows(TvsimException.class, () -> world.requests().last("/first"));
            assertTrue(gone.getMessage().contains("no longer keeps a request with '/first'"), gone.getMessage());
            TvsimException none = assertThrows(TvsimException.class, () -> world.requests().last("/none"));
            assertTrue(none.getMessage().contains("no request with '/none' in its path reached"), none.getMessage());
        }
    }

    @Test
    void signsInOnThePagesOfTheProvider(World world) throws Exception {
        RestClient client = new RestClient(world.url(), world.statement());
        assertEquals("https://example.com/signed-in", world.viewer().visit(client.signInPage("Cablevision"), "alice"));
        assertEquals("alice-1", client.userID("Cablevision"));
        assertEquals("https://example.com/signed-in", world.viewer().activate(client.code(), "Mediacom", "erin"));
        assertEquals("erin-1", client.userID("Mediacom"));
        TvsimException error = assertThrows(
            TvsimException.class, () -> world.viewer().visit(client.signInPage("Dish"), "nobody"));
        assertTrue(error.getMessage().contains("refused 'nobody' with this password"), error.getMessage());
    }

    @Test
    void aProfileIsAMapOrAFile(Server server, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("profile.yaml"), "schema: 1\nname: x\ndevice: {platform: iPadOS}\n");
        try (World first = server.world("as-map", Map.of("device", Map.of("platform", "tvOS")), null);
            World second = server.world("as-file", file, null)) {
            assertEquals("tvOS", first.device().get("platform").text());
            assertEquals("iPadOS", second.device().get("platform").text());
        }
    }

    @Test
    void aRemovedWorldIsLost(Server server) {
        World world = server.world();
        world.remove();
        assertThrows(TvsimException.WorldLost.class, world::device);
        world.close();
        assertThrows(TvsimException.WorldLost.class, world::remove);
    }

    @Test
    void theEvidenceOfAFailedTestOutlivesItsWorld(Server server) throws Exception {
        for (String status : List.of("failed", "passed")) {
            World world = server.world();
            world.outcome(status, "a test");
            world.remove();
            String kept = get(server.url() + "/_sim/v1/worlds/" + world.name() + "/evidence");
            assertEquals(status.equals("failed"), kept.startsWith("PK"), kept.substring(0, 40));
        }
    }

    @Test
    void theJournalHasTheArrivalsAtTheLandingPage(World world) throws Exception {
        assertTrue(get(world.landing() + "?code=1").contains("You are back in the app"));
        assertEquals("landing", world.journal().entries().get(0).get("kind").text());
    }

    @Test
    void aWorldWithoutAReachablePortHasAPath(Server server) {
        try (World world = Server.connect(server.url(), port -> 1).world("by-path")) {
            assertEquals(server.url() + "/s/by-path", world.url());
            assertEquals("by-path", world.send("GET", "health", null).get("world").text());
        }
    }

    @Test
    void theSituationsAreThoseOfTheServer(Server server, @TempDir Path folder) throws Exception {
        List<Situation> found = server.situations("access=all", "account=signedIn,signedOut");
        assertEquals(8, found.size());
        Path file = folder.resolve("profile.yaml");
        Files.writeString(file, "schema: 1\nname: x\nmatrix: {access: [denied], account: [signedIn, signedOut]}\n");
        List<Situation> saved = server.situationsOf(file);
        assertEquals("[access=denied/account=signedIn, access=denied/account=signedOut]", saved.toString());
        for (Situation situation : List.of(found.get(7), saved.get(0))) {
            try (World world = server.world("in-situation", null, situation)) {
                assertEquals(situation.get("access"), world.permission().get());
            }
        }
        assertThrows(TvsimException.class, () -> found.get(0).get("platform"));
    }

    @Test
    @DisplayName("a script starts a server of its own")
    void script() {
        try (Server server = Server.start(); World world = server.world()) {
            world.permission().grant();
            world.account().signIn("Cablevision", "alice");
            System.out.println(world.explain().get("callbacks"));
        }
    }

    @Test
    @DisplayName("a server with TLS is reached by those who trust its authority")
    void tls() throws Exception {
        try (Server server = Server.startWithTls(); World world = server.world()) {
            world.permission().deny();
            assertEquals("denied", world.permission().get());
            assertTrue(world.url().startsWith("https:"), world.url());
            String landing = world.url() + "/_sim/landing";
            // The browser of the client opens pages too.
            TvsimException page = assertThrows(TvsimException.class, () -> world.viewer().visit(landing, "alice"));
            assertTrue(page.getMessage().contains("You are back in the app"), page.getMessage());
            assertTrue(Files.readString(server.certificateAuthority()).startsWith("-----BEGIN CERTIFICATE-----"));
            assertThrows(TvsimException.ServerLost.class, () -> Server.connect(server.url()));
        }
        try (Server server = Server.start()) {
            assertNull(server.certificateAuthority());
        }
    }

    @Test
    void aServerEndsWhenItIsClosed() {
        Server own = Server.start();
        own.close();
        own.close();
        assertThrows(TvsimException.ServerLost.class, () -> Server.connect(own.url()));
    }

    @Test
    void jsonIsReadAndWritten() {
        for (String text : List.of(
            "{\"a\":[1,-2.5,true,false,null],\"b\":{\"c\":\"\\\"\\\\\\u0001é😀\"}}", "[]", "\"\"", "1e3", "0")) {
            assertEquals(Json.parse(text), Json.parse(Json.parse(text).toString()), text);
        }
        Json escaped = Json.parse(" { \"a\" : \"\\u00e9\\n\\/\" } ");
        assertEquals("é\n/", escaped.get("a").text());
        assertNull(escaped.get("none").get("deeper").text());
        for (String text : List.of("", "{", "[1,]", "{\"a\"}", "nul", "\"\\x\"", "1 2", "[".repeat(1000))) {
            assertThrows(IllegalArgumentException.class, () -> Json.parse(text), text);
        }
    }
}
