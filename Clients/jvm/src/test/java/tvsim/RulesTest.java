package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tvsim.junit.Tvsim;
import tvsim.junit.TvsimWaive;

@Tvsim
@DisplayName("The vendors' rules")
class RulesTest {
    /** Tests of a user. */
    @Tvsim
    static class Cases {
        @Test
        void breaks(World world) throws Exception {
            ClientTest.get(world.url() + "/api/v2/REF30/configuration");
        }

        @Test
        void asksNothing(World world) {
            world.permission().deny();
        }

        @Test
        @TvsimWaive(rule = "bearer", reason = "this test sends no token on purpose")
        void waives(World world) throws Exception {
            breaks(world);
        }

        @Test
        @TvsimWaive(rule = "bearer", reason = "this test sends no token on purpose")
        @TvsimWaive(rule = "device-info", reason = "nor a description of the device")
        void waivesTwo(World world) throws Exception {
            breaks(world);
        }

        @Test
        void ends(World world) throws Exception {
            breaks(world);
            Assumptions.assumeTrue(world.isRemoved());
        }
    }

    /** A waiver of a rule that does not exist. */
    @Tvsim
    static class Unknown {
        @Test
        @TvsimWaive(rule = "bearr", reason = "on purpose")
        void waives(World world) {
        }
    }

    /** Runs a class in another process, because a variable of the environment cannot be set in this one. */
    private static String run(Class<?> type, Path evidence, String severity) throws Exception {
        ProcessBuilder java = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-classpath",
            System.getProperty("java.class.path"), "org.junit.platform.console.ConsoleLauncher", "--disable-banner",
            "--disable-ansi-colors", "--details=tree", "--details-theme=ascii", "--select-class", type.getName());
        java.environment().put("TVSIM_EVIDENCE", evidence.toString());
        java.environment().put("TVSIM_RULES", severity);
        Process process = java.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    @DisplayName("fail a test that passed, keep its evidence, and have a line at the end of the run")
    void fails(@TempDir Path folder) throws Exception {
        String without = run(Cases.class, folder, "");
        assertTrue(without.contains("4 tests successful"), without);
        assertFalse(without.contains("tvsim rules:"), without);
        String output = run(Cases.class, folder, "mandatory");
        for (String part : List.of(
            "breaks(World) [X]", "bearer", "3 tests successful", "1 tests aborted", "--- tvsim evidence ---", "tvsim rules: ", " held")) {
            assertTrue(output.contains(part), () -> part + " is not in " + output);
        }
        try (Stream<Path> kept = Files.list(folder)) {
            assertEquals(List.of("breaks"), kept.map(each -> each.getFileName().toString().split("-")[0]).toList());
        }
        String wrong = run(Cases.class, folder, "all");
        assertTrue(wrong.contains("4 tests failed"), wrong);
    }

    @Test
    @DisplayName("a waiver of an unknown rule is an error")
    void unknown(@TempDir Path folder) throws Exception {
        String output = run(Unknown.class, folder, "");
        assertTrue(output.contains("did you mean 'bearer'?"), output);
    }

    @Test
    @DisplayName("fail from their severity on")
    void severities(World world) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.url() + "/o/client/register"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"software_statement\": \"none\"}")).build();
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        List<String> broken = world.rules().get("rules").list().stream()
            .filter(each -> each.get("verdict").text().equals("broken"))
            .map(each -> each.get("id").text() + " " + each.get("severity").text()).toList();
        assertEquals(List.of("device-info recommended"), broken);
        assertTrue(world.rules("mandatory").get("failure").isNull());
        assertTrue(world.rules("recommended").get("failure").text().contains("device-info"));
        TvsimException error = assertThrows(TvsimException.class, () -> world.waive("device-inf", "on purpose"));
        assertTrue(error.getMessage().contains("did you mean 'device-info'?"), error.getMessage());
        assertTrue(world.server().rules().get("summary").text().contains(" held"));
    }
}
