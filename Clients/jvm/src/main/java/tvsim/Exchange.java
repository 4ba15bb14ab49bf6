package tvsim;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that reached the world, with its response.
 *
 * @param number the number of the entry in the journal
 * @param at the simulated time
 * @param elapsed the real seconds since the world's first request; {@code null} for a page of a provider
 * @param target the path with its query
 * @param status the status of the response; 0 if the client got none
 * @param outcome what the service decided
 * @param reason why
 * @param response the response; {@code null} if the client got none
 */
public record Exchange(
    int number, String at, Double elapsed, String method, String target, int status, String outcome, String reason,
    Message request, Message response) {

    /**
     * A request or a response. Secrets are replaced.
     *
     * @param body the body; {@code null} if the simulator does not keep it
     * @param length the size of the whole body in bytes
     */
    public record Message(Map<String, String> headers, String body, int length) {
        /** Returns the JSON of the body. */
        public Json json() {
            if (body == null) throw new TvsimException("the message has no body that the simulator keeps", null);
            return Json.parse(body);
        }

        static Message of(Json kept) {
            Map<String, String> headers = new LinkedHashMap<>();
            for (Json field : kept.get("headers")) headers.put(field.get("name").text(), field.get("value").text());
            return new Message(headers, kept.get("body").text(), kept.get("length").number());
        }
    }

    static Exchange of(Json kept) {
        Json messages = kept.get("messages");
        Json elapsed = kept.get("elapsed");
        Json status = messages.get("status");
        Json response = messages.get("response");
        return new Exchange(
            kept.get("number").number(), kept.get("at").text(), elapsed.isNull() ? null : Double.valueOf(elapsed.text()),
            messages.get("method").text(), messages.get("target").text(), status.isNull() ? 0 : status.number(),
            kept.get("outcome").text(), kept.get("reason").text(), Message.of(messages.get("request")),
            response.isNull() ? null : Message.of(response));
    }

    /** The path without its query. */
    public String path() {
        return target.split("\\?", 2)[0];
    }

    @Override
    public String toString() {
        return method + " " + path() + " -> " + outcome + " (" + reason + ")";
    }
}
