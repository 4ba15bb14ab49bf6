package tvsim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What fails or changes in an operation, for {@link Faults#add}. Each method returns another fault with one thing more. */
public final class Fault {
    private final Map<String, Object> members;

    private Fault(Map<String, Object> members) {
        this.members = members;
    }

    /** An error, such as 503 or {@code "timeout"}. {@link Faults#catalog} lists those of each operation. */
    public static Fault error(Object error) {
        return new Fault(Map.of("error", error));
    }

    /** A change of the answer without an error. */
    public static Fault change() {
        return new Fault(Map.of());
    }

    private Fault with(String name, Object value) {
        Map<String, Object> changed = new TreeMap<>(members);
        changed.put(name, value);
        return new Fault(changed);
    }

    private Fault with(String name, String member, Object value) {
        Map<String, Object> changed = new HashMap<>();
        if (members.get(name) instanceof Map<?, ?> before) before.forEach((each, old) -> changed.put(each.toString(), old));
        changed.put(member, value);
        return with(name, changed);
    }

    /** It concerns only these operations, for example {@code only("mvpd", "Dish")}. */
    public Fault only(String name, String value) {
        return with("only", name, value);
    }

    /** So many matching operations pass before. */
    public Fault after(int count) {
        return with("after", count);
    }

    /** It concerns so many matching operations, and then no more. */
    public Fault times(int count) {
        return with("times", count);
    }

    /** The answer is held back, by whole milliseconds. */
    public Fault delay(Duration by) {
        return with("delay", Endpoint.milliseconds(by, "an answer is delayed"));
    }

    /** The answer gets a header field. */
    public Fault header(String name, Object value) {
        return with("headers", name, value);
    }

    /** A proxy answers with this status, and the service does nothing. */
    public Fault status(int status) {
        return with("status", status);
    }

    /** What the proxy answers. */
    public Fault body(String text, String contentType) {
        return with("body", text).with("contentType", contentType);
    }

    /** A good answer gets a member that the client does not know. */
    public Fault adds(String name, Object value) {
        return with("adds", name, value);
    }

    /** It concerns a part of the matching operations, by chance: 0.2 is every fifth. */
    public Fault probability(double part) {
        return with("probability", part);
    }

    Map<String, Object> at(String operation) {
        return with("at", operation).members;
    }

    @Override
    public String toString() {
        return Json.of(members).toString();
    }
}
