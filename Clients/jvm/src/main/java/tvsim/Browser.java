package tvsim;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without scripts, which signs in on the pages of the simulator. Its cookies end with it. */
final class Browser {
    /** What the browser of this package is for. */
    private static final String PLAIN =
        "and this browser fills in one page with name and password: act on other pages with a real browser";

    private record Cookie(String pair, String path) {
    }

    private final Endpoint endpoint;
    private final String world;
    /** The addresses of the simulator, in this world and outside of it. */
    private final Pattern simulator;
    private final Map<String, Cookie> cookies = new LinkedHashMap<>();

    Browser(Endpoint endpoint) {
        this.endpoint = endpoint;
        world = endpoint.url;
        simulator = Pattern.compile(
            "https?://(localhost|127\\.0\\.0\\.1|\\[::1\\]):" + URI.create(world).getPort() + "([/?].*)?");
    }

    /** Opens an address, signs in where a page asks for it, and returns the address at which the browser ends. */
    String visit(String url, String username, String password) {
        if (!isInside(url)) {
            throw new TvsimException(
                "'" + url + "' is not the address of a page of this world", "append its path to the world's url");
        }
        return walk(open(url, null), username, password);
    }

    /** Types the code of a TV, chooses the TV provider, and signs in. */
    String activate(String code, String mvpd, String username, String password) {
        Page page = submit(open(world + "/activate", null), Map.of("code", code));
        if (page.status() >= 400) {
            throw page.refused("the code '" + code + "' was refused with status " + page.status());
        }
        if (page.asks().contains("mvpd")) {
            if (mvpd == null) throw page.refused("the app has not chosen a TV provider: name one");
            page = submit(page, Map.of("mvpd", mvpd));
        }
        return walk(page, username, password);
    }

    private String walk(Page first, String username, String password) {
        Page page = first;
        boolean hasTyped = false;
        for (int count = 0; count < 20; count++) {
            if (page.isOutside()) return page.url();
            if (page.status() >= 400) throw page.refused("the browser got status " + page.status());
            if (page.asks().contains("password")) {
                if (username == null) throw page.refused("the TV provider asks the user to sign in: name a user");
                if (hasTyped) throw page.refused("the TV provider refused '" + username + "' with this password");
                hasTyped = true;
                page = submit(page, Map.of("username", username, "password", password, "action", "sign-in"));
            } else if (!page.asks().isEmpty()) {
                throw page.refused("the page asks for " + String.join(", ", new TreeSet<>(page.asks())) + ", " + PLAIN);
            } else if (page.action() != null && !page.fields().isEmpty()) {
                page = submit(page, Map.of());
            } else if (page.refresh() != null) {
                page = open(page.refresh(), null);
            } else {
                throw page.refused("the browser stays on a page without a form");
            }
        }
        throw new TvsimException("the browser was sent to 20 pages and reached no end, " + PLAIN, null);
    }

    private Page submit(Page page, Map<String, String> typed) {
        if (page.action() == null) throw page.refused("the page has no form");
        Map<String, String> fields = new LinkedHashMap<>(page.fields());
        fields.putAll(typed);
        return open(page.action(), fields.entrySet().stream()
            .map(each -> Endpoint.encoded(each.getKey()) + "=" + Endpoint.encoded(each.getValue()))
            .collect(Collectors.joining("&")));
    }

    private boolean isInside(String url) {
        return url.equals(world) || url.startsWith(world + "/") || url.startsWith(world + "?");
    }

    /** Follows redirects inside the world. An address that leads out of it is the app's, and not opened. */
    private Page open(String address, String form) {
        String url = address;
        String body = form;
        for (int count = 0; count < 20; count++) {
            if (!isInside(url)) {
                if (!simulator.matcher(url).matches()) return Page.outside(url);
                throw new TvsimException(
                    "the page leads to " + url.split("\\?")[0] + ", another host or world of the simulator, " + PLAIN,
                    null);
            }
            HttpResponse<String> response = send(URI.create(url), body);
            keep(response);
            if (!Set.of(301, 302, 303, 307, 308).contains(response.statusCode())) {
                return Page.of(url, response.statusCode(), response.body());
            }
            url = Page.resolved(url, response.headers().firstValue("Location").orElseThrow());
            body = null;
        }
        throw new TvsimException("the browser was redirected 20 times, last to " + url, null);
    }

    private HttpResponse<String> send(URI url, String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(30));
        String path = url.getPath();
        String sent = cookies.values().stream().filter(each -> path.startsWith(each.path)).map(Cookie::pair)
            .collect(Collectors.joining("; "));
        if (!sent.isEmpty()) request.header("Cookie", sent);
        if (form != null) {
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form));
        }
        try {
            return endpoint.visit(request.build());
        } catch (IOException error) {
            throw new TvsimException.ServerLost("the page " + url + " did not answer: " + error.getMessage(), null);
        }
    }

    private void keep(HttpResponse<String> response) {
        for (String cookie : response.headers().allValues("Set-Cookie")) {
            String[] parts = cookie.split(";\\s*");
            String path = "/";
            boolean isRemoved = false;
            for (String part : parts) {
                if (part.toLowerCase().startsWith("path=")) path = part.substring(5);
                if (part.equalsIgnoreCase("Max-Age=0")) isRemoved = true;
            }
            String key = parts[0].split("=", 2)[0] + " " + path;
            if (isRemoved) cookies.remove(key);
            else cookies.put(key, new Cookie(parts[0], path));
        }
    }
}
