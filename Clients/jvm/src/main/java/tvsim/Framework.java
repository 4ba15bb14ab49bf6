package tvsim;

import java.time.Duration;
import java.util.Map;

/** The calls of {@code VSAccountManager}. Properties have Apple's names. */
public final class Framework {
    private final World world;

    Framework(World world) {
        this.world = world;
    }

    /** Checks the access status. It is an error if the access prompt waits for the user. */
    public Json accessStatus(boolean prompt) {
        return answered(beginAccessStatus(prompt), "beginAccessStatus");
    }

    /** Checks the access status, while the test acts as the user. */
    public PendingRequest beginAccessStatus(boolean prompt) {
        return begin("access-status", Map.of("prompt", prompt));
    }

    /** Requests the account. It is an error if the picker or the sign-in page waits for the user. */
    public Json accountMetadata(Map<String, ?> properties) {
        return answered(beginAccountMetadata(properties), "beginAccountMetadata");
    }

    /** Requests the account, while the test acts as the user. */
    public PendingRequest beginAccountMetadata(Map<String, ?> properties) {
        return begin("account-metadata", properties);
    }

    private PendingRequest begin(String path, Object body) {
        Endpoint.Answer answer = world.endpoint.send("POST", "/_sim/v1/framework/" + path, body, Map.of(), Duration.ZERO);
        if (answer.status() != 202) return new PendingRequest(world, null, answer.json());
        String location = answer.response().headers().firstValue("Location").orElseThrow().split("\\?")[0];
        return new PendingRequest(world, location.substring(location.lastIndexOf('/') + 1), null);
    }

    private Json answered(PendingRequest request, String method) {
        if (request.waitsForUser()) {
            throw new TvsimException(
                "the framework has opened '" + world.viewer().userInterface().get("page").text()
                    + "' and waits for the user",
                "use " + method + "(), act with viewer(), and then call answer()");
        }
        return request.answer();
    }
}
