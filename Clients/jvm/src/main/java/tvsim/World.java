package tvsim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** An isolated world: a device, TV providers and an entitlement service. Maps have the names of the admin API. */
public final class World implements AutoCloseable {
    final Endpoint endpoint;
    private final Server server;
    private final String name;
    private final Situation situation;
    private boolean isRemoved;

    World(Server server, Endpoint endpoint, String name, Situation situation) {
        this.server = server;
        this.endpoint = endpoint;
        this.name = name;
        this.situation = situation;
    }

    /** The server of the world. */
    public Server server() {
        return server;
    }

    /** The name of the world. */
    public String name() {
        return name;
    }

    /** The base URL of the service, which the client under test gets. */
    public String url() {
        return endpoint.url;
    }

    /** A page to which the service can redirect a browser. The journal has each arrival, with its parameters. */
    public String landing() {
        return url() + "/_sim/landing";
    }

    /** The situation that the world began in, or {@code null}. */
    public Situation situation() {
        return situation;
    }

    /** Whether the world was removed. */
    public boolean isRemoved() {
        return isRemoved;
    }

    public Permission permission() {
        return new Permission(this);
    }

    public Account account() {
        return new Account(this);
    }

    public Viewer viewer() {
        return new Viewer(this);
    }

    public Clock clock() {
        return new Clock(this);
    }

    public Faults faults() {
        return new Faults(this);
    }

    public Journal journal() {
        return new Journal(this);
    }

    public Requests requests() {
        return new Requests(this);
    }

    public Framework framework() {
        return new Framework(this);
    }

    public Saml saml() {
        return new Saml(this);
    }

    /** Sends a request of the admin API, such as {@code send("GET", "providers", null)}, and returns its answer. */
    public Json send(String method, String path, Object body) {
        return send(method, path, body, Map.of(), Duration.ZERO);
    }

    Json send(String method, String path, Object body, Map<String, ?> query, Duration wait) {
        Endpoint.Answer answer = endpoint.send(method, "/_sim/v1/" + path, body, query, wait);
        return answer.body().length == 0 ? Json.of(null) : answer.json();
    }

    /** Performs commands of the admin API, such as {@code Map.of("advance", "31d")}, and returns what they changed. */
    public Json perform(Object... commands) {
        Map<String, Json> changed = new TreeMap<>();
        for (Object command : commands) {
            Json performed = performed(command);
            if (performed != null) changed.putAll(performed.get("changed").members());
        }
        return Json.of(changed);
    }

    /** Performs a command, and returns what it changed and added; {@code null} if the server does not say. */
    Json performed(Object command) {
        Endpoint.Answer answer = endpoint.send(
            "POST", "/_sim/v1/commands", command, Map.of(), Duration.ZERO, "Prefer", "return=representation");
        return answer.body().length > 0 ? answer.json() : null;
    }

    /** Returns the software statement with which the profile's app registers. */
    public String statement() {
        return statement(null);
    }

    /** Returns the software statement with which an app registers. */
    public String statement(String app) {
        return send("GET", "statement", null, given("bundleID", app), Duration.ZERO).get("statement").text();
    }

    /** Returns the device: permissions, account, clock, answers of the user, and faults. */
    public Json device() {
        return send("GET", "device", null);
    }

    /** Changes a TV provider, for example {@code provider("Dish", Map.of("responsePage", "blocked"))}. */
    public void provider(String id, Map<String, ?> changes) {
        perform(Map.of("provider", Map.of("id", id, "set", changes)));
    }

    /** Changes the settings of an MVPD, for example {@code integration("Dish", Map.of("enabled", false))}. */
    public void integration(String mvpd, Map<String, ?> changes) {
        perform(Map.of("integration", Map.of("mvpd", mvpd, "set", changes)));
    }

    /** Changes the device, for example {@code settings(Map.of("platform", "tvOS"))}. */
    public void settings(Map<String, ?> changes) {
        perform(Map.of("settings", changes));
    }

    /** Returns what {@code setRequestor} of an app with the SDK would do now, and why. */
    public Json explain() {
        return explain("setRequestor");
    }

    /** Returns what a call of an app with the SDK would do now, and why. Changes nothing. */
    public Json explain(String call) {
        return send("GET", "explain", null, Map.of("call", call), Duration.ZERO);
    }

    /** Verifies a media token as the server of a programmer does. */
    public Json verifyToken(String token, String resource) {
        return send("POST", "token/verify", Map.of("token", token, "resource", resource));
    }

    /** Returns the whole state, without the journal. */
    public byte[] save() {
        return endpoint.send("GET", "/_sim/v1/state", null).body();
    }

    /** Replaces the state by a saved one. */
    public void restore(byte[] state) {
        endpoint.send("PUT", "/_sim/v1/state", state);
    }

    /** Reads what the simulator knows about the world: journal, requests, state, and the reasons. */
    public Evidence evidence() {
        byte[] archive = endpoint.send("GET", "/_sim/v1/worlds/" + name + "/evidence", null).body();
        return new Evidence(name, url(), Evidence.unpacked(archive));
    }

    /** Judges what the app has done in the world by the vendors' rules about clients. */
    public Json rules() {
        return rules(null);
    }

    /**
     * Judges what the app has done in the world. The report has {@code failure}, a text, if a rule of a severity or above is
     * broken.
     *
     * @param failOn {@code mandatory}, {@code recommended} or {@code guideline}
     */
    public Json rules(String failOn) {
        return send("GET", "rules", null, given("failOn", failOn), Duration.ZERO);
    }

    /** Waives a rule in this world from now on, for a test that breaks it by intention. */
    public void waive(String rule, String reason) {
        perform(Map.of("mark", Map.of("event", "waived", "rule", rule, "reason", reason)));
    }

    /**
     * Says what became of the test. The server keeps the evidence of a removed world if its test did not pass.
     *
     * @param status {@code passed}, {@code failed} or {@code skipped}
     */
    public void outcome(String status, String test) {
        outcome(status, test, null);
    }

    /** Says also what the assertion of the test said, with which the evidence begins; {@code null} for nothing. */
    public void outcome(String status, String test, String message) {
        outcome(status, test, message, null, null);
    }

    /** Says also where it failed, for reports and annotations; {@code null} for what is not known. */
    public void outcome(String status, String test, String message, String file, Integer line) {
        send(
                "PUT", "world/outcome",
                given("status", status, "test", test, "message", message, "file", file, "line", line));
    }

    /** Removes the world. It is an error if it is lost. */
    public void remove() {
        send("DELETE", "world", null);
        isRemoved = true;
    }

    /** Removes the world if it was not removed before. */
    @Override
    public void close() {
        if (!isRemoved) remove();
    }

    @Override
    public String toString() {
        return name + " at " + url();
    }

    /** Returns a map of names with the values that are not {@code null}. */
    static Map<String, Object> given(Object... namesAndValues) {
        Map<String, Object> members = new HashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            if (namesAndValues[index + 1] != null) members.put((String) namesAndValues[index], namesAndValues[index + 1]);
        }
        return members;
    }
}
