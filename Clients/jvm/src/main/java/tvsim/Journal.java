package tvsim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The decisions of the simulator, with their reasons and without secrets. */
public final class Journal {
    /** How many entries a message or a report shows. */
    static final int NEWEST = 25;
    /** How many entries are read at once. The server allows 10,000, and sends 100 by default. */
    private static final int PAGE = 1000;
    private final World world;

    Journal(World world) {
        this.world = world;
    }

    /** Returns an entry as {@code tvsim journal show} prints it. */
    static String line(Json entry) {
        return entry.get("number") + "  " + entry.get("at").text() + "  " + entry.get("room").text() + ": "
            + entry.get("event").text() + ": " + entry.get("outcome").text() + " (" + entry.get("reason").text() + ")";
    }

    /** Returns all entries, oldest first. */
    public List<Json> entries() {
        return entries(null, 0);
    }

    /** Returns all entries that contain a text, after a number. */
    public List<Json> entries(String contains, int after) {
        List<Json> entries = new ArrayList<>();
        int last = after;
        while (true) {
            Map<String, Object> query = World.given("contains", contains, "after", last, "limit", PAGE);
            Json page = world.send("GET", "journal", null, query, Duration.ZERO);
            List<Json> found = page.get("entries").list();
            entries.addAll(found);
            if (page.get("count").number() <= found.size()) return entries;
            last = page.get("last").number();
        }
    }

    /** Waits for the first entry that contains a text, at most ten seconds. */
    public Json await(String contains) {
        return await(contains, Duration.ofSeconds(10), 0);
    }

    /** Waits for the first entry after a number that contains a text. The server waits. */
    public Json await(String contains, Duration timeout, int after) {
        String seconds = Endpoint.seconds(timeout);
        Map<String, Object> query = Map.of("contains", contains, "after", after, "timeout", seconds);
        List<Json> found = world.send("GET", "journal/wait", null, query, timeout).get("entries").list();
        if (found.isEmpty()) {
            throw new TvsimException.WaitTimeout(
                "no entry of the journal contained '" + contains + "' in " + seconds, null, newest());
        }
        return found.get(0);
    }

    /** Returns the entries as lines of text. */
    public String text() {
        return entries().stream().map(entry -> line(entry) + "\n").collect(Collectors.joining());
    }

    /** Returns the newest 25 entries as lines of text. */
    public String newest() {
        List<Json> entries = entries();
        if (entries.isEmpty()) return "The journal is empty.";
        return "The newest entries of the journal:\n" + entries.stream().skip(Math.max(0, entries.size() - NEWEST))
            .map(Journal::line).collect(Collectors.joining("\n"));
    }

    /** Removes all entries. */
    public void clear() {
        world.send("DELETE", "journal", null);
    }
}
