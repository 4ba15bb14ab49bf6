package tvsim;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The requests that reached the world. The server keeps the latest 200 of all its worlds. */
public final class Requests {
    /** How many requests the server keeps, of all its worlds together. */
    private static final int KEPT = 200;
    private final World world;

    Requests(World world) {
        this.world = world;
    }

    /** Returns the requests, oldest first. */
    public List<Exchange> all() {
        return all("");
    }

    /** Returns the requests whose path contains a text, oldest first. */
    public List<Exchange> all(String path) {
        return newest(entries(path)).stream().map(this::exchange).filter(Objects::nonNull).toList();
    }

    /** Returns the newest request whose path contains a text. */
    public Exchange last(String path) {
        List<Json> entries = entries(path);
        List<Json> newest = newest(entries);
        for (int index = newest.size() - 1; index >= 0; index--) {
            Exchange found = exchange(newest.get(index));
            if (found != null) return found;
        }
        String wanted = " request with '" + path + "' in its path";
        String message = entries.isEmpty() ? "no" + wanted + " reached the world '" + world.name() + "'"
            : "the server no longer keeps a" + wanted + ": it keeps the latest " + KEPT + " of all its worlds";
        throw new TvsimException(message, 0, null, world.journal().newest());
    }

    private List<Json> entries(String path) {
        // Each request has one entry whose event is its first line; further entries say what happened inside.
        return world.journal().entries().stream()
            .filter(entry -> entry.get("event").text().matches("(?s)[A-Z]+ /.*"))
            .filter(entry -> entry.get("event").text().split(" ", 2)[1].contains(path)).toList();
    }

    /** Returns the entries whose requests the server may still keep. */
    private static List<Json> newest(List<Json> entries) {
        return entries.subList(Math.max(0, entries.size() - KEPT), entries.size());
    }

    private Exchange exchange(Json entry) {
        Map<String, Object> query = Map.of("number", entry.get("number"));
        Json kept = world.send("GET", "journal/exchange", null, query, Duration.ZERO).get("exchange");
        return kept.isNull() ? null : Exchange.of(entry, kept);
    }
}
