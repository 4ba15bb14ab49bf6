package tvsim;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** HTTP to a server or to one of its worlds, without proxies. */
final class Endpoint {
    /** How long a request may take, without the time that the server is asked to wait. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String LOST = "use a world only before remove(), and only inside its test";
    final String url;
    private final String world;
    private final Endpoint server;
    /** The file of the authority that the connections trust; {@code null} for those of the system. */
    final String authority;
    private final HttpClient client;

    /** The address of a server; {@code tvsim exec --tls} names the authority of its certificate. */
    Endpoint(String url) {
        this(url, System.getenv("TVSIM_CA"));
    }

    /** The address of a server whose certificate is of an authority. */
    Endpoint(String url, String authority) {
        this(url, null, null, authority, client(authority));
    }

    /** The address of a world of a server. */
    Endpoint(String url, String world, Endpoint server) {
        this(url, world, server, server.authority, server.client);
    }

    private Endpoint(String url, String world, Endpoint server, String authority, HttpClient client) {
        URI parts;
        try {
            parts = URI.create(url);
        } catch (IllegalArgumentException error) {
            parts = URI.create("");
        }
        if (parts.getHost() == null || !String.valueOf(parts.getScheme()).matches("https?")) {
            throw new TvsimException("invalid address '" + url + "' of the server", "write it as http://HOST:PORT");
        }
        this.url = url.replaceAll("/+$", "");
        this.world = world;
        this.server = server;
        this.authority = authority;
        this.client = client;
    }

    /** A response of the server. */
    record Answer(int status, HttpResponse<?> response, byte[] body) {
        Json json() {
            return Json.parse(text());
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** Sends a request, and throws if the status is not 2xx. */
    Answer send(String method, String path, Object body, Map<String, ?> query, Duration wait, String... headers) {
        HttpResponse<byte[]> response = open(method, path, body, query, wait, BodyHandlers.ofByteArray(), headers);
        Answer answer = new Answer(response.statusCode(), response, response.body());
        if (answer.status < 200 || answer.status > 299) throw refused(method, path, answer);
        return answer;
    }

    Answer send(String method, String path, Object body) {
        return send(method, path, body, Map.of(), Duration.ZERO);
    }

    /** Opens a stream of server-sent events. */
    InputStream events(String path, Map<String, ?> query, Duration wait) {
        HttpResponse<InputStream> response = open("GET", path, null, query, wait, BodyHandlers.ofInputStream());
        if (response.statusCode() == 200) return response.body();
        try (InputStream body = response.body()) {
            throw refused("GET", path, new Answer(response.statusCode(), response, body.readAllBytes()));
        } catch (IOException error) {
            throw lost("GET", path, error);
        }
    }

    private <Body> HttpResponse<Body> open(
            String method, String path, Object body, Map<String, ?> query, Duration wait, BodyHandler<Body> handler,
            String... headers) {
        String given = query.entrySet().stream().filter(each -> each.getValue() != null)
            .map(each -> each.getKey() + "=" + encoded(each.getValue())).collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path + (given.isEmpty() ? "" : "?" + given)))
            .timeout(TIMEOUT.plus(wait))
            .method(method, body == null ? BodyPublishers.noBody()
                : body instanceof byte[] bytes ? BodyPublishers.ofByteArray(bytes)
                : BodyPublishers.ofString(Json.of(body).toString()));
        // Without it the server creates a missing world, and the test would go on in another one than before.
        if (world != null) request.header("If-Match", "*");
        String secret = System.getenv("TVSIM_ADMIN_TOKEN");
        if (secret != null && !secret.isEmpty()) request.header("Tvsim-Admin-Token", secret);
        if (headers.length > 0) request.headers(headers);
        return sent(request.build(), handler, method, path);
    }

    private <Body> HttpResponse<Body> sent(
            HttpRequest request, BodyHandler<Body> handler, String method, String path) {
        try {
            return client.send(request, handler);
        } catch (IOException error) {
            throw lost(method, path, error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw lost(method, path, error);
        }
    }

    /** Sends a request as a browser does, and does not follow redirects. */
    HttpResponse<String> visit(HttpRequest request) throws IOException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IOException(error);
        }
    }

    static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    /** A duration as the whole seconds that the server expects. */
    static String seconds(Duration duration) {
        return Math.max(1, (duration.toMillis() + 999) / 1000) + "s";
    }

    /** A duration as the whole milliseconds of a command; {@code what} happens by it. */
    static String milliseconds(Duration duration, String what) {
        if (duration.getNano() % 1_000_000 != 0) {
            throw new TvsimException(what + " by whole milliseconds, not by " + duration, null);
        }
        return duration.toMillis() + "ms";
    }

    private TvsimException lost(String method, String path, Exception error) {
        if (server != null && !(error instanceof HttpTimeoutException)) {
            // The port of a world closes with it. If the server has ended too, this throws that.
            server.send("GET", "/_sim/v1/health", null);
            return new TvsimException.WorldLost(
                "unknown world '" + world + "': it was removed (" + method + " " + url + path + ")", 0, LOST);
        }
        String why = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        return new TvsimException.ServerLost(
            "the server at " + url + " did not answer " + method + " " + path + ": " + why,
            "check that it runs and can be reached from here");
    }

    private TvsimException refused(String method, String path, Answer answer) {
        Json error;
        try {
            error = answer.json().get("error");
        } catch (IllegalArgumentException invalid) {
            error = Json.of(null);
        }
        String message = error.get("message").isNull()
            ? method + " " + url + path + " was answered with status " + answer.status : error.get("message").text();
        String suggestion = error.get("suggestion").text();
        if (world != null && (answer.status == 412 || answer.status == 421)) {
            return new TvsimException.WorldLost(
                message + " (" + method + " " + url + path + ")", answer.status, suggestion == null ? LOST : suggestion);
        }
        return new TvsimException(message, answer.status, suggestion, null);
    }

    private static HttpClient client(String authority) {
        // By default the client asks for HTTP/2 by `Upgrade`, for which the server closes the connection.
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY).followRedirects(HttpClient.Redirect.NEVER);
        if (authority == null) return builder.build();
        try (InputStream file = Files.newInputStream(Path.of(authority))) {
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(file);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate each : found) store.setCertificateEntry("tvsim-" + count++, each);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return builder.sslContext(context).build();
        } catch (IOException | GeneralSecurityException error) {
            throw new TvsimException("the file '" + authority + "' has no certificate", error.getMessage());
        }
    }
}
