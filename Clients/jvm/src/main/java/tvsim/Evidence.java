package tvsim;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
        List.of("journal.txt", "journal.json", "flows.json", "requests.har", "world.json", "evidence.json", "explain.json",
            "report.html");
    /** What writes an entry only if an app with the SDK, or Apple's framework, was used. */
    private static final Set<String> ROOMS = Set.of("AccessEnabler", "VideoSubscriberAccount");

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

    private Json json(String name) {
        byte[] content = files.get(name);
        return content == null ? Json.of(null) : Json.parse(new String(content, StandardCharsets.UTF_8));
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
     * Returns titles with texts for a report: the journal and the requests, and the reasons if the SDK or Apple's framework was
     * used. Without these the reasons would be about a call that the test does not make.
     */
    public Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        List<Json> requests = har().get("log").get("entries").list();
        List<Json> refused =
            requests.stream().filter(each -> each.get("response").get("status").number() >= 400).toList();
        sections.put("tvsim journal", newest());
        sections.put("tvsim requests", "requests that reached " + url + ": " + requests.size() + "; with status 400 or more: "
            + refused.size() + refused.stream().skip(Math.max(0, refused.size() - 5)).map(Evidence::answer)
                .collect(Collectors.joining()));
        boolean isAsked = entries().stream().anyMatch(each -> ROOMS.contains(each.get("room").text()));
        if (isAsked && !explanation().isNull()) sections.put("tvsim explain", reasons());
        return sections;
    }

    /** Returns the sections as one text. */
    public String text() {
        return sections().entrySet().stream().map(each -> "--- " + each.getKey() + " ---\n" + each.getValue() + "\n")
            .collect(Collectors.joining("\n"));
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

    private String newest() {
        List<Json> entries = entries();
        if (entries.isEmpty()) return "(no entries)";
        int left = entries.size() - Journal.NEWEST;
        return (left > 0 ? "… " + left + " earlier entries are in journal.txt\n" : "")
            + entries.stream().skip(Math.max(0, left)).map(Journal::line).collect(Collectors.joining("\n"));
    }

    private static String answer(Json entry) {
        Json request = entry.get("request");
        String body = entry.get("response").get("content").get("text").text();
        String text = body == null ? "" : body.replaceAll("\\s+", " ").trim();
        String shown = text.isEmpty() ? "" : "\n    " + text.substring(0, Math.min(text.length(), 400));
        String path = URI.create(request.get("url").text()).getPath();
        return "\n" + request.get("method").text() + " " + path + " -> " + entry.get("comment").text() + shown;
    }

    private String reasons() {
        Json explanation = explanation();
        StringBuilder text = new StringBuilder(explanation.get("call").text()).append(" would cause now: ")
            .append(String.join(", ", explanation.get("callbacks").texts()));
        for (Json each : explanation.get("conditions")) {
            if (!each.get("holds").isTrue()) text.append("\nNO   ").append(each.get("name").text());
        }
        String remedy = explanation.get("remedy").text();
        // A remedy is a command of the admin API, in JSON, or the change of a profile.
        if (remedy != null) {
            text.append("\nto change that: ")
                .append(isJson(remedy) ? "world.perform(Json.parse(\"\"\"\n    " + remedy + "\"\"\"))" : remedy);
        }
        return text.toString();
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (IllegalArgumentException error) {
            return false;
        }
    }
}
