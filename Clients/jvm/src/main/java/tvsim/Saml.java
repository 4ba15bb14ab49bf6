package tvsim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Issues and validates SAML responses. Options have the names of the admin API. */
public final class Saml {
    private final World world;

    Saml(World world) {
        this.world = world;
    }

    /** Issues a response for a user, with defects such as {@code "expired"}. Changes nothing. */
    public Json issue(String provider, String username, String... defects) {
        return issue(provider, username, Map.of("defects", List.of(defects)));
    }

    /** Issues a response for a user, with options. */
    public Json issue(String provider, String username, Map<String, ?> options) {
        Map<String, Object> body = new HashMap<>(options);
        body.put("provider", provider);
        body.put("as", username);
        return world.send("POST", "saml/issue", body);
    }

    /** Validates a response (XML or Base64) with certificates (PEM). An invalid response is not an error. */
    public Json validate(String response, String... certificates) {
        return world.send("POST", "saml/validate", Map.of("response", response, "certificates", List.of(certificates)));
    }
}
