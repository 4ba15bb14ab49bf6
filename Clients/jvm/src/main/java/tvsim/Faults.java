package tvsim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What fails, and how. */
public final class Faults {
    private final World world;

    Faults(World world) {
        this.world = world;
    }

    /** Lets an operation fail until {@link #clear}. {@link #catalog} lists operations and errors. */
    public void add(String at, Object error) {
        add(at, error, null, null);
    }

    /** Lets an operation fail for some calls, after some that do not; {@code null} for no limit. */
    public void add(String at, Object error, Integer after, Integer times) {
        Fault fault = Fault.error(error);
        if (after != null) fault = fault.after(after);
        if (times != null) fault = fault.times(times);
        add(at, fault);
    }

    /** Lets an operation fail, or changes its answers. */
    public void add(String at, Fault fault) {
        world.perform(Map.of("fault", fault.at(at)));
    }

    /** Lets an operation fail until the result is closed. Other faults stay. */
    public During during(String at, Object error) {
        return during(at, Fault.error(error));
    }

    /** Lets an operation fail, or changes its answers, until the result is closed. Other faults stay. */
    public During during(String at, Fault fault) {
        add(at, fault);
        List<Json> faults = world.device().get("faults").list();
        Json added = withoutCounts(faults.get(faults.size() - 1));
        return () -> {
            // The server can only remove all faults, so the others are added again, all of them or none. It has no command
            // for a fault that is used up, which has no effect.
            List<Json> kept = new ArrayList<>(world.device().get("faults").list());
            for (int index = kept.size() - 1; index >= 0; index--) {
                if (withoutCounts(kept.get(index)).equals(added)) {
                    kept.remove(index);
                    break;
                }
            }
            List<Object> commands = new ArrayList<>(List.of("clearFaults"));
            for (Json each : kept) {
                if (each.get("times").isNull() || each.get("times").number() != 0) commands.add(Map.of("fault", each));
            }
            world.perform(commands);
        };
    }

    /** Returns a fault without what changes when it strikes. */
    private static Json withoutCounts(Json fault) {
        Map<String, Object> members = new LinkedHashMap<>(fault.members());
        members.remove("after");
        members.computeIfPresent("times", (name, times) -> true);
        return Json.of(members);
    }

    /** The time during which an operation fails, for {@code try (Faults.During fault = …)}. */
    public interface During extends AutoCloseable {
        @Override
        void close();
    }

    /** Removes all faults. */
    public void clear() {
        world.perform("clearFaults");
    }

    /** Returns the operations that can fail, with their errors. */
    public Json catalog() {
        return world.send("GET", "faults/catalog", null).get("operations");
    }
}
