package tvsim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The decisions of the simulator, with their reasons and without secrets. */
public final class Journal {
    /** How many entries a message shows. */
    private static final int NEWEST = 25;
    /** How many entries are read at once. The server sends 100 by default. */
    private static final int PAGE = 1000;
    /** The most that the server sends at once. */
    static final int MOST = 10_000;
    private final World world;

    Journal(World world) {
        this.world = world;
    }

    /** Returns all entries, oldest first. */
    public List<Json> entries() {
        return entries(null, 0);
    }

    /** Returns all entries that contain a text, after a number. */
    public List<Json> entries(String contains, int after) {
        return entries(contains, after, null);
    }

    /**
     * Returns all entries that contain a text, after a number, of a kind.
     *
     * @param contains the text; {@code null} for any
     * @param kind such as {@code "request"}; {@code null} for any
     */
    public List<Json> entries(String contains, int after, String kind) {
        List<Json> entries = new ArrayList<>();
        int last = after;
        while (true) {
            Map<String, Object> limited = World.given("contains", contains, "kind", kind, "after", last, "limit", PAGE);
            Json page = world.send("GET", "journal", null, limited, Duration.ZERO);
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

    /** Returns the entries as lines of text, at most the newest 10,000. */
    public String text() {
        return text(MOST);
    }

    /** Returns the newest 25 entries as lines of text. */
    public String newest() {
        String lines = text(NEWEST);
        return lines.isEmpty() ? "The journal is empty." : "The newest entries of the journal:\n" + lines.stripTrailing();
    }

    private String text(int last) {
        Map<String, Object> query = Map.of("last", last, "limit", last);
        return world.endpoint.send("GET", "/_sim/v1/journal/text", null, query, Duration.ZERO).text();
    }

    /** Removes all entries. */
    public void clear() {
        world.send("DELETE", "journal", null);
    }
}
