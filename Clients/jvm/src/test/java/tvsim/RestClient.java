package tvsim;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;

/** A client of REST API V2, as a streaming app on a TV has it. */
final class RestClient {
    private static final String RETURN = "domainName=example.com&redirectUrl=https%3A%2F%2Fexample.com%2Fsigned-in";
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private String token;

    RestClient(String url, String statement) throws Exception {
        this.url = url;
        Json client = call("POST", "/o/client/register", "{\"software_statement\":\"" + statement + "\"}");
        token = call("POST", "/o/client/token", "grant_type=client_credentials&client_id=" + client.get("client_id").text()
            + "&client_secret=" + client.get("client_secret").text()).get("access_token").text();
    }

    String signInPage(String mvpd) throws Exception {
        return url + call("POST", "/api/v2/REF30/sessions", "mvpd=" + mvpd + "&" + RETURN).get("url").text();
    }

    String code() throws Exception {
        return call("POST", "/api/v2/REF30/sessions", RETURN).get("code").text();
    }

    String userID(String mvpd) throws Exception {
        return call("GET", "/api/v2/REF30/profiles/" + mvpd, null).get("profiles").get(mvpd).get("attributes").get("userID")
            .get("value").text();
    }

    private Json call(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("X-Device-Info", base64("{\"model\":\"Roku 4\",\"osName\":\"Roku OS\",\"osVersion\":\"12\"}"))
            .header("AP-Device-Identifier", "fingerprint " + base64("living room"));
        if (body != null) {
            String type = body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
            request.header("Content-Type", type);
        }
        if (token != null) request.header("Authorization", "Bearer " + token);
        return Json.parse(http.send(request.build(), BodyHandlers.ofString()).body());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes());
    }
}
