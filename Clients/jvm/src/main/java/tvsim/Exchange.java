package tvsim;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that reached the world, with its response.
 *
 * @param number the number of the entry in the journal
 * @param target the path with its query
 * @param outcome what the service decided
 * @param reason why
 */
public record Exchange(
    int number, String at, String method, String target, int status, String outcome, String reason, Message request,
    Message response) {

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

    static Exchange of(Json entry, Json kept) {
        String[] line = kept.get("request").get("line").text().split(" ");
        int status = Integer.parseInt(kept.get("response").get("line").text().split(" ")[0]);
        return new Exchange(
            entry.get("number").number(), entry.get("at").text(), line[0], line[1], status, entry.get("outcome").text(),
            entry.get("reason").text(), Message.of(kept.get("request")), Message.of(kept.get("response")));
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
