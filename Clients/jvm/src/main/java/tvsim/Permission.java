package tvsim;

import java.util.Map;

/** What an app may know about the account. Without an app it is the app of the profile. */
public final class Permission {
    private final World world;

    Permission(World world) {
        this.world = world;
    }

    /** The user allows the app to use the account. */
    public void grant() {
        set("granted");
    }

    /** The user does not allow it. */
    public void deny() {
        set("denied");
    }

    /** The device does not allow it, for example by parental controls. */
    public void restrict() {
        set("restricted");
    }

    /** The user has not decided yet. */
    public void reset() {
        world.perform("resetPermission");
    }

    /** Sets the access, such as {@code "granted"}. */
    public void set(String access) {
        world.perform(Map.of("permission", access));
    }

    /** Sets the access of an app. */
    public void set(String access, String app) {
        world.perform(Map.of("setPermission", Map.of("bundleID", app, "access", access)));
    }

    /** Returns the present access. */
    public String get() {
        return get(world.device().get("bundleID").text());
    }

    /** Returns the present access of an app. */
    public String get(String app) {
        for (Json permission : world.device().get("permissions")) {
            if (permission.get("bundleID").text().equals(app)) return permission.get("access").text();
        }
        return "notDetermined";
    }
}
