package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import tvsim.junit.Tvsim;
import tvsim.junit.TvsimExtension;
import tvsim.junit.TvsimMatrix;

@DisplayName("The extension of JUnit")
class ExtensionTest {
    /** What a run of a class said, by the display names of its tests. */
    private static final class Report implements TestExecutionListener {
        final Map<String, String> results = new TreeMap<>();
        final List<String> entries = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (!test.isTest() && result.getThrowable().isEmpty()) return;
            StringWriter trace = new StringWriter();
            result.getThrowable().ifPresent(error -> error.printStackTrace(new PrintWriter(trace)));
            results.put(test.getDisplayName(), result.getStatus() + " " + trace);
        }

        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            entry.getKeyValuePairs().forEach((name, value) -> entries.add(name + "=" + value));
        }
    }

    private static Report run(Class<?> type) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build();
        Report report = new Report();
        LauncherFactory.create().execute(request, report);
        return report;
    }

    private static final Set<String> NAMES = new HashSet<>();

    /** A class of a user. Its name does not match the pattern of the tests. */
    @ExtendWith(TvsimExtension.class)
    static class Failing {
        @BeforeEach
        void begin(World world) {
            world.permission().deny();
        }

        @Test
        void fails(World world) throws Exception {
            ClientTest.get(world.url() + "/api/v2/REF30/configuration");
            world.framework().accessStatus(false);
            assertEquals("granted", world.permission().get());
        }

        @Test
        void passes(World world, Server server) {
            assertEquals("denied", world.permission().get());
            assertEquals(world.server(), server);
        }

        @Test
        void ends(World world) {
            Assumptions.assumeTrue(world.isRemoved());
        }
    }

    @Test
    @DisplayName("puts what the simulator knows into the failure of a test, and keeps the files")
    void failure() throws Exception {
        Report report = run(Failing.class);
        String failure = report.results.get("fails(World)");
        for (String part : List.of(
            "FAILED org.opentest4j.AssertionFailedError: expected: <granted> but was: <denied>",
            "tvsim.ExtensionTest$Failing.fails: failed (tvsim/ExtensionTest.java:", "1  2026-01-01T00:00:00Z  Command: permission", "GET /api/v2/REF30/configuration: 401", "\"setPermission\"",
            "The clock of this machine says 20", "--- tvsim evidence ---\n.tvsim/failed/fails-")) {
            assertTrue(failure.contains(part), () -> part + " is not in " + failure);
        }
        assertTrue(report.results.get("passes(World, Server)").startsWith("SUCCESSFUL"), report.results::toString);
        assertTrue(report.results.get("ends(World)").startsWith("ABORTED"), report.results::toString);
        assertFalse(report.results.get("ends(World)").contains("tvsim evidence"), report.results::toString);
        assertEquals(1, report.entries.size());
        Path folder = Path.of(report.entries.get(0).substring("tvsim_evidence=".length()));
        for (String name : Evidence.FILES) assertTrue(Files.size(folder.resolve(name)) > 2, name);
        Json har = Json.parse(Files.readString(folder.resolve("requests.har")));
        assertEquals(1, har.get("log").get("entries").list().size());
    }

    static class First {
        @Test
        void same(World world) {
            world.permission().deny();
            assertEquals("granted", world.permission().get());
        }
    }

    static class Second {
        @Test
        void same(World world) {
            world.permission().deny();
        }
    }

    @Tvsim
    static class FirstFile extends First {
    }

    @Tvsim
    static class SecondFile extends Second {
    }

    @Test
    @DisplayName("keeps the evidence of a failed test if one of the same name in another class passes")
    void names() throws Exception {
        Report report = run(FirstFile.class);
        Path folder = Path.of(report.entries.get(0).substring("tvsim_evidence=".length()));
        Path mine = Files.writeString(folder.resolve("mine.txt"), "mine");
        run(SecondFile.class);
        assertTrue(Files.size(folder.resolve("journal.txt")) > 2);
        run(FirstFile.class);
        assertEquals("mine", Files.readString(mine));
        assertTrue(Files.size(folder.resolve("journal.txt")) > 2);
    }

    /** Whether {@link Changing} fails. */
    private static boolean isFailing;

    @ExtendWith(TvsimExtension.class)
    static class Changing {
        @Test
        void changes(World world) {
            assertFalse(isFailing);
        }
    }

    @Test
    @DisplayName("removes the evidence of an earlier run, and no folder that it did not write")
    void foreignFolders() throws Exception {
        isFailing = true;
        Path folder = Path.of(run(Changing.class).entries.get(0).substring("tvsim_evidence=".length()));
        isFailing = false;
        Path mark = folder.resolve(".tvsim-evidence");
        String name = Files.readString(mark);
        assertEquals(folder.getFileName().toString(), name);
        // A folder without the mark, and one with the mark of another folder.
        Files.delete(mark);
        run(Changing.class);
        assertTrue(Files.exists(folder.resolve("journal.txt")));
        Files.writeString(mark, "copied");
        run(Changing.class);
        assertTrue(Files.exists(folder.resolve("journal.txt")));
        Files.writeString(mark, name);
        run(Changing.class);
        assertFalse(Files.exists(folder));
    }

    static class Matrix {
        @TvsimMatrix({"access=granted,denied", "account=signedIn"})
        void each(World world, Situation situation) {
            assertEquals(situation.get("access"), world.permission().get());
            NAMES.add(world.name());
        }

        @TvsimMatrix
        void empty(World world) {
        }
    }

    @Test
    @DisplayName("runs a test once in each situation, each in a world of its own")
    void matrix() {
        Report report = run(Matrix.class);
        assertEquals(
            List.of("access=denied/account=signedIn", "access=granted/account=signedIn", "empty(World)"),
            List.copyOf(report.results.keySet()));
        assertTrue(report.results.get("access=denied/account=signedIn").startsWith("SUCCESSFUL"), report.results::toString);
        assertTrue(report.results.get("access=granted/account=signedIn").startsWith("SUCCESSFUL"), report.results::toString);
        assertTrue(report.results.get("empty(World)").contains("write @TvsimMatrix("), report.results::toString);
        assertEquals(2, NAMES.size());
        run(Matrix.class);
        assertEquals(2, NAMES.size(), "another run had other names");
    }

    @Tvsim(profile = "Profiles/permission-denied.yaml")
    static class Profile {
        @Test
        void begins(World world) {
            assertEquals("denied", world.permission().get());
        }

        @Test
        @Tvsim(profile = "none.yaml")
        void missing(World world) {
        }
    }

    @Test
    @DisplayName("begins the world from the profile of the class or of the test")
    void profile() {
        Report report = run(Profile.class);
        assertTrue(report.results.get("begins(World)").startsWith("SUCCESSFUL"), report.results::toString);
        assertTrue(report.results.get("missing(World)").contains("none.yaml' cannot be read"), report.results::toString);
    }
}
