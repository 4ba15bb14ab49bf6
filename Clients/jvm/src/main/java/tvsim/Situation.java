package tvsim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A situation of the single sign-on cookbook, such as {@code access=denied/account=signedOut}. */
public final class Situation {
    private final String name;
    private final Map<String, ?> profile;
    private final List<Object> commands;
    private final byte[] state;

    Situation(String name, Map<String, ?> profile, List<Object> commands, byte[] state) {
        this.name = name;
        this.profile = profile;
        this.commands = commands;
        this.state = state;
    }

    /** The name of the situation. */
    public String name() {
        return name;
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

    Map<String, ?> profile() {
        return profile;
    }

    List<Object> commands() {
        return commands;
    }

    byte[] state() {
        return state;
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Returns each combination of the values that can exist. It runs {@code tvsim}.
     *
     * @param axes such as {@code "access=granted,denied"} or {@code "account=all"}
     */
    public static List<Situation> of(String... axes) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String axis : axes) {
            String[] pair = axis.split("=", 2);
            if (pair.length < 2) {
                throw new TvsimException("invalid axis '" + axis + "': expected AXIS=VALUE,VALUE or AXIS=all", null);
            }
            values.put(pair[0], pair[1].equals("all") ? "all" : Arrays.asList(pair[1].split(",")));
        }
        Map<String, Object> world = new LinkedHashMap<>(Map.of("schema", 1, "name", "situations"));
        Map<String, Object> whole = new LinkedHashMap<>(world);
        whole.put("matrix", values);
        String output = Programs.outputOf(Json.of(whole).toString(), Map.of(), "run", "-", "--format", "json");
        return output.lines().map(line -> entered(Json.parse(line), world)).toList();
    }

    private static Situation entered(Json run, Map<String, ?> profile) {
        String title = run.get("profile").text();
        String name = title.substring(title.lastIndexOf(" [") + 2, title.length() - 1);
        List<Object> commands = new ArrayList<>();
        for (Json step : run.get("steps")) {
            String call = step.get("call").text();
            if (!step.get("requests").list().isEmpty() || call.equals("relaunch") || call.equals("setRequestor")) {
                throw new TvsimException(
                    "the situation '" + name + "' needs an app with the SDK, which a client over HTTP is not",
                    "leave out the axes 'token', 'start' and 'accessBefore', or name the file of a profile");
            }
            List<Json> arguments = step.get("arguments").list();
            commands.add(arguments.isEmpty() ? call : Map.of(call, arguments.get(0)));
        }
        return new Situation(name, profile, commands, null);
    }

    /** Returns the situations of the {@code matrix} of a profile. It runs {@code tvsim}. */
    public static List<Situation> ofProfile(Path file) {
        // The command saves the state of the device of each situation.
        String save = "\"$1\" device export - >\"$0/$(printf %s \"$TVSIM_SITUATION\" | tr / ,)\"";
        try {
            Path folder = Files.createTempDirectory("tvsim-");
            Path home = Files.createDirectory(folder.resolve("home"));
            String output = Programs.outputOf(
                "", Map.of("TVSIM_HOME", home.toString()), "exec", "--matrix", file.toString(), "--jobs",
                "2", "--", "sh", "-c", save, folder.toString(), Programs.find().toString());
            List<Situation> found = new ArrayList<>();
            for (String line : output.lines().filter(each -> each.startsWith("PASS")).toList()) {
                String name = line.substring(4).trim();
                Path state = folder.resolve(name.replace('/', ','));
                found.add(new Situation(name, null, List.of(), Files.readAllBytes(state)));
            }
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
            }
            return found;
        } catch (IOException error) {
            throw new TvsimException("the situations of " + file + " cannot be saved: " + error, null);
        }
    }
}
