package tvsim;

import java.time.Duration;
import java.util.Map;

/** A request of an app to the framework, which may wait for the user. */
public final class PendingRequest {
    private final World world;
    private final String number;
    private Json result;

    PendingRequest(World world, String number, Json result) {
        this.world = world;
        this.number = number;
        this.result = result;
    }

    /** Whether an interface was opened that the user has not answered, as far as this client knows. */
    public boolean waitsForUser() {
        return result == null;
    }

    /** Waits for the answer, at most five seconds, and returns it. */
    public Json answer() {
        return answer(Duration.ofSeconds(5));
    }

    /** Waits for the answer and returns it. Act as the user with {@link World#viewer()} before. */
    public Json answer(Duration timeout) {
        if (result == null) {
            String seconds = Endpoint.seconds(timeout);
            Endpoint.Answer answer = world.endpoint.send(
                "GET", "/_sim/v1/framework/requests/" + number, null, Map.of("wait", seconds), timeout);
            if (answer.status() == 202) {
                throw new TvsimException.WaitTimeout(
                    "the request of the framework waits for the user ('"
                        + answer.json().get("interface").get("page").text() + "') after " + seconds,
                    "act as the user with viewer(), for example choose() or cancel()", null);
            }
            result = answer.json();
        }
        return result;
    }

    /** The app cancels the request. */
    public void cancel() {
        if (result == null) world.send("DELETE", "framework/requests/" + number, null);
    }
}
