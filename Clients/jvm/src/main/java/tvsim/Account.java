package tvsim;

import java.util.Map;

/** The TV provider account of the device. */
public final class Account {
    private final World world;

    Account(World world) {
        this.world = world;
    }

    /** Signs the user in. */
    public void signIn(String provider, String username) {
        signIn(provider, username, null);
    }

    /** Signs the user in until an instant, for a duration such as {@code "+30d"}, or {@code "never"}. */
    public void signIn(String provider, String username, String expires) {
        world.perform(Map.of("signIn", World.given("provider", provider, "as", username, "expires", expires)));
    }

    /** Signs the user out. */
    public void signOut() {
        world.perform("signOut");
    }

    /** Lets the account expire. */
    public void expire() {
        world.perform("expireAccount");
    }
}
