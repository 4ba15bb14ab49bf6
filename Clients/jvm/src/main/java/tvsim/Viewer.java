package tvsim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** The user: scripted answers, the interface of the system, and the pages of a browser. */
public final class Viewer {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private final World world;

    Viewer(World world) {
        this.world = world;
    }

    /** Scripts the answers of the user, for example {@code answer(Map.of("systemPicker", "none"))}. */
    public void answer(Map<String, ?> answers) {
        world.perform(Map.of("viewer", answers));
    }

    /** Resets the answers to those of the profile. */
    public void reset() {
        world.perform("resetViewer");
    }

    /** Returns the access prompt, the picker or the sign-in page that waits for the user, or a null value. */
    public Json userInterface() {
        return world.send("GET", "framework/interface", null).get("interface");
    }

    /** Chooses a TV provider in the picker; {@code "other"} is the row for other providers. Waits for the picker. */
    public void choose(String provider) {
        act(Map.of("choose", provider), TIMEOUT);
    }

    /** Signs in on the provider's page of the system with the correct password. Waits for the page. */
    public void signIn(String username) {
        act(Map.of("signIn", Map.of("as", username)), TIMEOUT);
    }

    /** Signs in on the provider's page of the system with any password. Waits for the page. */
    public void signIn(String username, String password) {
        act(Map.of("signIn", Map.of("as", username, "password", password)), TIMEOUT);
    }

    /** Closes the interface. */
    public void cancel() {
        act("cancel", TIMEOUT);
    }

    /** Allows access in the prompt. */
    public void allow() {
        act("allow", TIMEOUT);
    }

    /** Denies access in the prompt. */
    public void deny() {
        act("deny", TIMEOUT);
    }

    /** Loses the network while the provider is asked. */
    public void loseNetwork() {
        act("loseNetwork", TIMEOUT);
    }

    /** Does one of these as soon as an interface is open, for example {@code act("cancel", Duration.ofSeconds(1))}. */
    public void act(Object action, Duration timeout) {
        if (userInterface().isNull()) waitForInterface(timeout);
        world.send("POST", "framework/interface", action);
    }

    /** Opens an address without a browser, signs in where a page asks for it, and returns where the browser ends. */
    public String visit(String url, String username) {
        return new Browser(world.endpoint).visit(url, username, "secret");
    }

    /**
     * Types the code of a TV on the page of the second screen, signs in, and returns where the browser ends.
     *
     * @param mvpd {@code null} if the app has chosen the TV provider
     */
    public String activate(String code, String mvpd, String username) {
        return new Browser(world.endpoint).activate(code, mvpd, username, "secret");
    }

    private void waitForInterface(Duration timeout) {
        String seconds = Endpoint.seconds(timeout);
        // The server sends an event when the interface changes. The first events say that the stream has begun.
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            world.endpoint.events("/_sim/v1/journal/events", Map.of("timeout", seconds), timeout), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.matches("event: ?(journal|state)") && !userInterface().isNull()) return;
            }
        } catch (IOException error) {
            throw new TvsimException("the events of the world ended: " + error.getMessage(), null);
        }
        throw new TvsimException.WaitTimeout(
            "no access prompt, picker or sign-in page opened in " + seconds,
            "let the scripted user leave it open: viewer().answer(Map.of(\"systemPicker\", \"none\"))",
            world.journal().newest());
    }
}
