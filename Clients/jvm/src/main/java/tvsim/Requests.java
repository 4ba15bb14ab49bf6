package tvsim;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The requests that reached the world. The server keeps the latest 200 of all its worlds. */
public final class Requests {
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
        return kept(path, "limit", Journal.MOST);
    }

    /** Returns the newest request whose path contains a text. */
    public Exchange last(String path) {
        List<Exchange> found = kept(path, "last", 1);
        if (!found.isEmpty()) return found.get(0);
        String wanted = " request with '" + path + "' in its path";
        boolean isForgotten = asked(Map.of("path", path, "limit", 0)).get("count").number() > 0;
        String message = isForgotten
            ? "the server no longer keeps a" + wanted + ": it keeps the latest 200 of all its worlds"
            : "no" + wanted + " reached the world '" + world.name() + "'";
        throw new TvsimException(message, 0, null, world.journal().newest());
    }

    private List<Exchange> kept(String path, String limit, int count) {
        return asked(Map.of("messages", true, "path", path, limit, count)).get("requests").list().stream()
            .map(each -> Exchange.of(each)).toList();
    }

    private Json asked(Map<String, Object> query) {
        return world.send("GET", "requests", null, query, Duration.ZERO);
    }
}
