package tvsim;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * What the simulator knows about a world, for the report of a failed test.
 *
 * @param files the content of each file
 */
public record Evidence(String world, String url, Map<String, byte[]> files) {
    /** The files. A world without the app that {@code explain} asks for has no {@code explain.json}. */
    public static final List<String> FILES =
        List.of("report.txt", "journal.txt", "journal.json", "flows.json", "requests.har", "world.json", "evidence.json",
            "explain.json", "report.html");

    static Map<String, byte[]> unpacked(byte[] archive) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream entries = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                files.put(entry.getName(), entries.readAllBytes());
            }
            return files;
        } catch (IOException error) {
            throw new TvsimException("the evidence cannot be read: " + error, null);
        }
    }

    private String content(String name) {
        byte[] content = files.get(name);
        return content == null ? null : new String(content, StandardCharsets.UTF_8);
    }

    private Json json(String name) {
        String content = content(name);
        return content == null ? Json.of(null) : Json.parse(content);
    }

    /** The entries of the journal. */
    public List<Json> entries() {
        return json("journal.json").get("entries").list();
    }

    /** What {@code setRequestor} would do now; a null value in a world without the app that it asks for. */
    public Json explanation() {
        return json("explain.json");
    }

    /** Returns the requests as HTTP Archive 1.2, for the developer tools of a browser. */
    public Json har() {
        return json("requests.har");
    }

    /**
     * Returns what the report of a failed test shows: the file {@code report.txt}. It ends with the time of this machine, if the
     * newest entry has another one by more than a day.
     */
    public String text() {
        String text = content("report.txt");
        List<Json> entries = entries();
        if (entries.isEmpty()) return text;
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Duration difference = Duration.between(now, Instant.parse(entries.get(entries.size() - 1).get("at").text()));
        return difference.abs().compareTo(Duration.ofDays(1)) <= 0 ? text
            : text + "\nThe clock of this machine says " + now + "; the times above are the world's.\n";
    }

    /** Writes the files into a folder, and returns it. */
    public Path write(Path folder) {
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(folder.resolve(Path.of(file.getKey()).getFileName()), file.getValue());
            }
            return folder;
        } catch (IOException error) {
            throw new TvsimException("the evidence cannot be written into " + folder + ": " + error, null);
        }
    }
}
