package tvsim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the simulator knows about a world, for the report of a failed test.
 *
 * @param explanation what {@code setRequestor} would do now; {@code null} in a world without the app that it asks for
 */
public record Evidence(
    String world, String url, List<Json> entries, List<Exchange> exchanges, byte[] state, Json explanation) {
    /** The files that {@link #write} writes. */
    public static final List<String> FILES =
        List.of("journal.txt", "journal.json", "requests.har", "world.json", "explain.json");
    private static final int NEWEST = 25;

    /** Reads it. */
    public static Evidence of(World world) {
        Json explanation = null;
        try {
            explanation = world.explain();
        } catch (TvsimException error) {
            // Everything else is still evidence.
            if (error.status() != 422) throw error;
        }
        return new Evidence(
            world.name(), world.url(), world.journal().entries(), world.requests().all(), world.save(), explanation);
    }

    /** Returns titles with texts for a report: journal, refused requests, and reasons. */
    public Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        List<Exchange> refused = exchanges.stream().filter(each -> each.status() >= 400).toList();
        sections.put("tvsim journal", newest());
        sections.put("tvsim requests", "requests that reached " + url + ": " + exchanges.size() + "; refused: "
            + refused.size() + refused.stream().skip(Math.max(0, refused.size() - 5)).map(Evidence::answer)
                .collect(Collectors.joining()));
        if (explanation != null) sections.put("tvsim explain", reasons());
        return sections;
    }

    /** Returns the sections as one text. */
    public String text() {
        return sections().entrySet().stream().map(each -> "--- " + each.getKey() + " ---\n" + each.getValue() + "\n")
            .collect(Collectors.joining("\n"));
    }

    /** Writes the files into a folder, and returns it. */
    public Path write(Path folder) {
        String text = entries.stream().map(entry -> Journal.line(entry) + "\n").collect(Collectors.joining());
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("journal.txt"), text);
            Files.writeString(folder.resolve("journal.json"), Json.of(entries) + "\n");
            Files.writeString(folder.resolve("requests.har"), har() + "\n");
            Files.write(folder.resolve("world.json"), state);
            Files.writeString(folder.resolve("explain.json"), Json.of(explanation) + "\n");
        } catch (IOException error) {
            throw new TvsimException("the evidence cannot be written into " + folder + ": " + error, null);
        }
        return folder;
    }

    /** Returns the requests as HTTP Archive 1.2, for the developer tools of a browser. */
    public Json har() {
        List<Object> all = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            Exchange.Message sent = exchange.request();
            Map<String, Object> request = message(sent);
            request.putAll(Map.of("method", exchange.method(), "url", url + exchange.target(), "queryString", List.of()));
            if (sent.body() != null) request.put("postData", content(sent));
            Map<String, Object> response = message(exchange.response());
            Map<String, Object> content = content(exchange.response());
            content.put("size", exchange.response().length());
            response.putAll(Map.of(
                "status", exchange.status(), "statusText", "", "content", content, "redirectURL",
                exchange.response().headers().getOrDefault("Location", "")));
            all.add(Map.of(
                "startedDateTime", exchange.at(), "time", 0, "cache", Map.of(), "request", request, "response", response,
                "timings", Map.of("send", 0, "wait", 0, "receive", 0), "comment",
                exchange.outcome() + ": " + exchange.reason()));
        }
        Map<String, Object> creator = Map.of("name", "tvsim", "version", Server.VERSION);
        return Json.of(Map.of("log", Map.of("version", "1.2", "creator", creator, "entries", all)));
    }

    private static Map<String, Object> message(Exchange.Message message) {
        List<Map<String, String>> headers = new ArrayList<>();
        message.headers().forEach((name, value) -> headers.add(Map.of("name", name, "value", value)));
        return new LinkedHashMap<>(Map.of(
            "httpVersion", "HTTP/1.1", "cookies", List.of(), "headers", headers, "headersSize", -1, "bodySize",
            message.length()));
    }

    private static Map<String, Object> content(Exchange.Message message) {
        String type = message.headers().getOrDefault("Content-Type", "");
        return new LinkedHashMap<>(Map.of("mimeType", type, "text", message.body() == null ? "" : message.body()));
    }

    private String newest() {
        if (entries.isEmpty()) return "(no entries)";
        int left = entries.size() - NEWEST;
        return (left > 0 ? "… " + left + " earlier entries are in journal.txt\n" : "")
            + entries.stream().skip(Math.max(0, left)).map(Journal::line).collect(Collectors.joining("\n"));
    }

    private static String answer(Exchange exchange) {
        String body = exchange.response().body();
        String text = body == null ? "" : body.replaceAll("\\s+", " ").trim();
        String shown = text.isEmpty() ? "" : "\n    " + text.substring(0, Math.min(text.length(), 400));
        return "\n" + exchange + shown;
    }

    private String reasons() {
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
