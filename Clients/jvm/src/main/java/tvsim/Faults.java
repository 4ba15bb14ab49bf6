package tvsim;

import java.util.Map;

/** What fails, and how. */
public final class Faults {
    private final World world;

    Faults(World world) {
        this.world = world;
    }

    /**
     * Lets an operation fail until the fault is removed. {@link #catalog} lists operations and errors.
     *
     * @return the number of the fault, which {@link #remove} takes
     */
    public int add(String at, Object error) {
        return add(at, error, null, null);
    }

    /** Lets an operation fail for some calls, after some that do not; {@code null} for no limit. */
    public int add(String at, Object error, Integer after, Integer times) {
        Fault fault = Fault.error(error);
        if (after != null) fault = fault.after(after);
        if (times != null) fault = fault.times(times);
        return add(at, fault);
    }

    /** Lets an operation fail, or changes its answers, and returns the number of the fault. */
    public int add(String at, Fault fault) {
        return world.performed(Map.of("fault", fault.at(at))).get("added").get("faults").list().get(0).number();
    }

    /** Removes one fault; the others stay. A fault that was removed before is no error. */
    public void remove(int id) {
        world.perform(Map.of("removeFault", id));
    }

    /** Lets an operation fail until the result is closed. Other faults stay. */
    public During during(String at, Object error) {
        return during(at, Fault.error(error));
    }

    /** Lets an operation fail, or changes its answers, until the result is closed. Other faults stay. */
    public During during(String at, Fault fault) {
        int added = add(at, fault);
        return () -> remove(added);
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
