package tvsim;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** The clock of the world. It stands still until a test moves it. */
public final class Clock {
    private final World world;

    Clock(World world) {
        this.world = world;
    }

    /** Returns the time of the world. */
    public Instant now() {
        return Instant.parse(world.device().get("clock").get("now").text());
    }

    /** Moves the clock forward, for example by {@code "31d"}. */
    public void advance(String by) {
        world.perform(Map.of("advance", by));
    }

    /** Moves the clock forward by whole milliseconds. */
    public void advance(Duration by) {
        advance(Endpoint.milliseconds(by, "the clock advances"));
    }

    /** Sets the clock to a whole second. */
    public void set(Instant to) {
        world.perform(Map.of("setClock", to.truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    /** Lets the clock run. */
    public void follow() {
        world.perform("followClock");
    }

    /** Stops the clock. */
    public void freeze() {
        world.perform("freezeClock");
    }
}
