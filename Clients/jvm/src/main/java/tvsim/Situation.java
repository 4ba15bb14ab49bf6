package tvsim;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A situation of the single sign-on cookbook, such as {@code access=denied/account=signedOut}.
 *
 * @param profile that of a world in this situation: a file or a map; {@code null} for that of the server
 */
public record Situation(String name, Object profile) {
    /** A situation of the server's profile. */
    public Situation(String name) {
        this(name, null);
    }

    /** Returns the value of an axis, which the name must have. */
    public String get(String axis) {
        String value = axes().get(axis);
        if (value == null) {
            throw new TvsimException(
                "the situation '" + name + "' has no axis '" + axis + "'", "name the axis in the matrix");
        }
        return value;
    }

    /** The value of each axis that the name has. */
    public Map<String, String> axes() {
        Map<String, String> axes = new LinkedHashMap<>();
        for (String part : name.split("/")) {
            String[] pair = part.split("=", 2);
            if (pair.length == 2) axes.put(pair[0], pair[1]);
        }
        return axes;
    }

    @Override
    public String toString() {
        return name;
    }
}
