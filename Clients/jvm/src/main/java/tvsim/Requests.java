package tvsim;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
        // Each request has one entry whose event is its first line; further entries say what happened inside.
        return world.journal().entries().stream()
            .filter(entry -> entry.get("event").text().matches("(?s)[A-Z]+ /.*"))
            .filter(entry -> entry.get("event").text().split(" ", 2)[1].contains(path))
            .map(this::exchange).filter(Objects::nonNull).toList();
    }

    /** Returns the newest request whose path contains a text. */
    public Exchange last(String path) {
        List<Exchange> found = all(path);
        if (found.isEmpty()) {
            throw new TvsimException(
                "no request with '" + path + "' in its path reached the world '" + world.name() + "'", 0, null,
                world.journal().newest());
        }
        return found.get(found.size() - 1);
    }

    private Exchange exchange(Json entry) {
        Map<String, Object> query = Map.of("number", entry.get("number"));
        Json kept = world.send("GET", "journal/exchange", null, query, Duration.ZERO).get("exchange");
        return kept.isNull() ? null : Exchange.of(entry, kept);
    }
}
