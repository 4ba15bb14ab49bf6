package tvsim;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntUnaryOperator;

/** A server of isolated worlds. */
public final class Server implements AutoCloseable {
    private static final String UNKNOWN = "unknown";
    /** The version of this jar, and of the programs that it works with. */
    public static final String VERSION = "0.1.0";
    /** The build of this jar, which its programs have too; {@code unknown} for classes without a jar. */
    public static final String BUILD = ownBuild();

    private final Endpoint endpoint;
    private final Programs.Running process;
    private final IntUnaryOperator ports;
    private final String version;
    private final String build;
    private Boolean hasWorldPorts;
    private Situation situation;

    private Server(Endpoint endpoint, Programs.Running process, IntUnaryOperator ports) {
        this.endpoint = endpoint;
        this.process = process;
        this.ports = ports;
        hasWorldPorts = process == null ? null : true;
        Json health = endpoint.send("GET", "/_sim/v1/health", null).json();
        version = health.get("version").text();
        build = health.get("build").isNull() ? UNKNOWN : health.get("build").text();
        String source = process == null ? "the server at " + endpoint.url + " has" : process.program + " is";
        if (!VERSION.equals(version)) {
            throw new TvsimException.VersionMismatch(
                source + " version " + version + ", and this jar has version " + VERSION,
                "use the jar and the programs of one version");
        }
        if (!build.equals(BUILD) && !List.of(build, BUILD).contains(UNKNOWN)) {
            System.getLogger("tvsim").log(
                System.Logger.Level.WARNING,
                source + " build " + build + ", and this jar has build " + BUILD + ": use both from one release");
        }
    }

    private static String ownBuild() {
        try (InputStream file = Server.class.getResourceAsStream("build")) {
            return file == null ? UNKNOWN : new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim();
        } catch (IOException error) {
            return UNKNOWN;
        }
    }

    /** Starts a server, whose worlds are in memory. It ends with this process at the latest. */
    public static Server start() {
        return start(new Programs.Running("serve", "--store", "memory:", "--port", "0"));
    }

    /** Starts a server with TLS. The client under test must trust {@link #certificateAuthority}. */
    public static Server startWithTls() {
        return start(new Programs.Running("serve", "--store", "memory:", "--port", "0", "--tls"));
    }

    private static Server start(Programs.Running process) {
        try {
            Json authority = process.locator.get("certificateAuthority");
            String url = process.locator.get("url").text();
            return new Server(new Endpoint(url, authority.isNull() ? null : authority.text()), process, null);
        } catch (RuntimeException error) {
            process.stop();
            throw error;
        }
    }

    /** Connects to the server of {@code TVSIM_URL}. */
    public static Server connect() {
        String url = System.getenv("TVSIM_URL");
        if (url == null || url.isEmpty()) {
            throw new TvsimException("no server is named", "set TVSIM_URL, pass an address, or use Server.start()");
        }
        return connect(url);
    }

    /** Connects to a running server. */
    public static Server connect(String url) {
        return connect(url, null);
    }

    /** Connects to a running server, with a function from a port of the server to the published one. */
    public static Server connect(String url, IntUnaryOperator ports) {
        Server server = new Server(new Endpoint(url), null, ports);
        String name = System.getenv("TVSIM_SITUATION");
        // The server of the run leads each new world into it.
        if (name != null && url.equals(System.getenv("TVSIM_URL"))) server.situation = new Situation(name);
        return server;
    }

    /** The address of the server. Requests belong to a world: use {@link World#url()}. */
    public String url() {
        return endpoint.url;
    }

    /** The version of the server. */
    public String version() {
        return version;
    }

    /** The build of the server, or {@code unknown}. */
    public String build() {
        return build;
    }

    /** The file (PEM) of the authority that clients of a server with TLS must trust; {@code null} without TLS. */
    public Path certificateAuthority() {
        return !url().startsWith("https:") || endpoint.authority == null ? null : Path.of(endpoint.authority);
    }

    /** Whether this process started the server. */
    public boolean isOwn() {
        return process != null;
    }

    /** The situation of {@code tvsim exec --matrix}, in which each new world is; {@code null} without it. */
    public Situation situation() {
        return situation;
    }

    /** Creates an isolated world. */
    public World world() {
        return world("world-" + UUID.randomUUID().toString().substring(0, 13), null, null);
    }

    /** Creates an isolated world of a name. It is an error if one exists. */
    public World world(String name) {
        return world(name, null, null);
    }

    /**
     * Creates an isolated world of a name. It is an error if one exists.
     *
     * @param profile the path of a file, or the content as a map, which needs no {@code schema}; or {@code null}
     * @param situation one of {@link #situations}; or {@code null}
     */
    public World world(String name, Object profile, Situation situation) {
        if (!name.matches("[A-Za-z0-9-]{1,64}")) {
            throw new TvsimException(
                "invalid name '" + name + "' of a world: expected at most 64 letters, digits and hyphens", null);
        }
        if (this.situation != null && (profile != null || situation != null)) {
            throw new TvsimException(
                "'tvsim exec --matrix' runs these tests in the situation '" + this.situation + "', and the world '" + name
                    + "' has a profile or a situation of its own",
                "run the test without 'tvsim exec --matrix', or let it take the world as it is");
        }
        Object beginning = profile == null && situation != null ? situation.profile() : profile;
        Map<String, Object> wish = new HashMap<>(Map.of("name", name, "ifExists", "fail"));
        if (beginning != null) wish.put("profile", content(beginning));
        if (situation != null) wish.put("situation", situation.name());
        String address = address(asked("/_sim/v1/worlds", wish, beginning).get("url").text(), name);
        return new World(
            this, new Endpoint(address, name, endpoint), name, situation == null ? this.situation : situation);
    }

    /**
     * Returns each combination of the values that can exist.
     *
     * @param axes such as {@code "access=granted,denied"} or {@code "account=all"}
     */
    public List<Situation> situations(String... axes) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String axis : axes) {
            String[] pair = axis.split("=", 2);
            if (pair.length < 2) {
                throw new TvsimException("invalid axis '" + axis + "': expected AXIS=VALUE,VALUE or AXIS=all", null);
            }
            query.put(pair[0], pair[1]);
        }
        return named(endpoint.send("GET", "/_sim/v1/situations", null, query, Duration.ZERO).json(), null);
    }

    /** Returns the situations of the {@code matrix} of a profile, a file or a map. */
    public List<Situation> situationsOf(Object profile) {
        return named(asked("/_sim/v1/situations", content(profile), profile), profile);
    }

    /** Returns the report of the rules over all worlds whose rules were asked for or whose test failed, also removed ones. */
    public Json rules() {
        return rules(null);
    }

    /** Returns the same report, with {@code failure} if a rule of a severity or above is broken. */
    public Json rules(String failOn) {
        Map<String, Object> query = World.given("failOn", failOn);
        return endpoint.send("GET", "/_sim/v1/worlds/rules", null, query, Duration.ZERO).json();
    }

    private static List<Situation> named(Json answer, Object profile) {
        return answer.get("situations").list().stream()
            .map(each -> new Situation(each.get("name").text(), profile)).toList();
    }

    /** Returns a profile as the server takes it: an object, or the text of a file. */
    private static Object content(Object profile) {
        if (profile instanceof Map<?, ?> members) {
            Map<Object, Object> whole = new HashMap<>(Map.of("schema", 1, "name", "profile"));
            whole.putAll(members);
            return whole;
        }
        try {
            return Files.readString(Path.of(profile.toString()));
        } catch (IOException error) {
            throw new TvsimException("the profile '" + profile + "' cannot be read: " + error, null);
        }
    }

    /** Sends a request with a profile. An error names the file, which the server does not know. */
    private Json asked(String path, Object body, Object profile) {
        try {
            return endpoint.send("POST", path, body).json();
        } catch (TvsimException error) {
            if (!error.reason().startsWith("profile:")) throw error;
            String source = profile instanceof Map ? "the profile" : String.valueOf(profile);
            String reason = source + error.reason().substring("profile".length());
            throw new TvsimException(reason, error.status(), error.suggestion(), null);
        }
    }

    /** Returns the address of a world as it can be reached from here. */
    private synchronized String address(String given, String name) {
        URI address = URI.create(given);
        if (!address.getPath().isEmpty()) return given;
        int port = ports == null ? address.getPort() : ports.applyAsInt(address.getPort());
        String reached = address.getScheme() + "://" + address.getHost() + ":" + port;
        if (hasWorldPorts == null) {
            // The port of a world may not be published, for example by a container.
            try {
                Json health = new Endpoint(reached, endpoint.authority).send("GET", "/_sim/v1/health", null).json();
                hasWorldPorts = name.equals(health.get("world").text());
            } catch (TvsimException unreachable) {
                hasWorldPorts = false;
            }
        }
        return hasWorldPorts ? reached : url() + "/s/" + name;
    }

    /** Ends a server of this process. A server that was connected to goes on. */
    @Override
    public void close() {
        if (process != null) process.stop();
    }
}
