package tvsim;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntUnaryOperator;

/** A server of isolated worlds. */
public final class Server implements AutoCloseable {
    /** The version of this jar, and of the programs that it works with. */
    public static final String VERSION = "0.1.0";

    private final Endpoint endpoint;
    private final Programs.Running process;
    private final IntUnaryOperator ports;
    private final String version;
    private Boolean hasWorldPorts;
    private Situation situation;

    private Server(Endpoint endpoint, Programs.Running process, IntUnaryOperator ports) {
        this.endpoint = endpoint;
        this.process = process;
        this.ports = ports;
        hasWorldPorts = process == null ? null : true;
        version = endpoint.send("GET", "/_sim/v1/health", null).json().get("version").text();
        if (!VERSION.equals(version)) {
            String source = process == null ? "the server at " + endpoint.url + " has" : process.program + " is";
            throw new TvsimException.VersionMismatch(
                source + " version " + version + ", and this jar has version " + VERSION,
                "use the jar and the programs of one version");
        }
    }

    /** Starts a server, whose worlds are in memory. It ends with this process at the latest. */
    public static Server start() {
        Programs.Running process = new Programs.Running("serve", "--store", "memory:", "--port", "0");
        try {
            return new Server(new Endpoint(process.locator.get("url").text(), null), process, null);
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
        Server server = new Server(new Endpoint(url, null), null, ports);
        String name = System.getenv("TVSIM_SITUATION");
        if (name != null && url.equals(System.getenv("TVSIM_URL"))) {
            // A new world begins as the server's profile says. Only the server's own world is in the situation.
            byte[] state = server.endpoint.send("GET", "/_sim/v1/state", null).body();
            server.situation = new Situation(name, null, List.of(), state);
        }
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
     * @param situation one of {@link Situation#of}; or {@code null}
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
        Situation entered = situation == null ? this.situation : situation;
        Endpoint byPath = new Endpoint(url() + "/s/" + name, name);
        refuseExisting(name, byPath);
        Object content = profile == null && entered != null ? entered.profile() : profile;
        if (content != null) create(name, content);
        World world = new World(this, new Endpoint(address(name), name), byPath, name, entered);
        if (entered != null && entered.state() != null) world.restore(entered.state());
        if (entered != null) world.perform(entered.commands().toArray());
        return world;
    }

    private void refuseExisting(String name, Endpoint world) {
        try {
            world.send("GET", "/_sim/v1/health", null);
        } catch (TvsimException.WorldLost expected) {
            return;
        }
        throw new TvsimException(
            "the world '" + name + "' exists already at " + url(), 409,
            "use another name, or remove it with DELETE " + world.url + "/_sim/v1/world", null);
    }

    private void create(String name, Object profile) {
        String source = profile instanceof Map ? "the profile" : profile.toString();
        Object body;
        if (profile instanceof Map<?, ?> members) {
            Map<Object, Object> whole = new HashMap<>(Map.of("schema", 1, "name", name));
            whole.putAll(members);
            body = whole;
        } else {
            try {
                body = Files.readAllBytes(Path.of(source));
            } catch (IOException error) {
                throw new TvsimException("the profile '" + source + "' cannot be read: " + error, null);
            }
        }
        try {
            endpoint.send("PUT", "/s/" + name + "/_sim/v1/world", body);
        } catch (TvsimException.ServerLost lost) {
            throw lost;
        } catch (TvsimException error) {
            throw new TvsimException(source + ": " + error.reason(), error.status(), error.suggestion(), null);
        }
    }

    /** Creates the world if it is missing, and returns its address. */
    private synchronized String address(String name) {
        String path = url() + "/s/" + name;
        if (Boolean.FALSE.equals(hasWorldPorts)) {
            endpoint.send("GET", "/s/" + name + "/_sim/v1/health", null);
            return path;
        }
        String given = endpoint.send("POST", "/_sim/v1/worlds", Map.of("name", name)).json().get("url").text();
        int port = URI.create(given).getPort();
        URI own = URI.create(url());
        String address = own.getScheme() + "://" + own.getHost() + ":" + (ports == null ? port : ports.applyAsInt(port));
        if (hasWorldPorts == null) {
            try {
                Json health = new Endpoint(address, null)
                    .send("GET", "/_sim/v1/health", null, Map.of(), Duration.ZERO).json();
                hasWorldPorts = name.equals(health.get("world").text());
            } catch (TvsimException unreachable) {
                hasWorldPorts = false;
            }
        }
        return hasWorldPorts ? address : path;
    }

    /** Ends a server of this process. A server that was connected to goes on. */
    @Override
    public void close() {
        if (process != null) process.stop();
    }
}
