package tvsim;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the simulator: its first form, its text, and the address to which it refreshes.
 *
 * @param fields the hidden fields of the form
 * @param asks the names of the other fields
 */
record Page(
    String url, int status, String action, Map<String, String> fields, Set<String> asks, String refresh, String text) {
    private static final Pattern NOT_SHOWN = Pattern.compile("(?is)<!--.*?-->|<(script|style|title)\\b.*?</\\1\\s*>");
    private static final Pattern TAG = Pattern.compile("(?i)<([a-z][a-z0-9]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>");
    private static final Pattern ATTRIBUTE =
        Pattern.compile("([^\\s=/]+)(?:\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|(\\S+)))?");
    private static final Pattern ENTITY = Pattern.compile("(?i)&(#x[0-9a-f]+|#[0-9]+|amp|lt|gt|quot|apos);");
    private static final Map<String, String> ENTITIES =
        Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'");

    /** An address outside of the world, which was not opened. */
    static Page outside(String url) {
        return new Page(url, 0, null, Map.of(), Set.of(), null, "");
    }

    boolean isOutside() {
        return status == 0;
    }

    static Page of(String url, int status, String html) {
        // The content of these elements is not markup.
        String shown = NOT_SHOWN.matcher(html).replaceAll(" ");
        String action = null;
        String refresh = null;
        Map<String, String> fields = new LinkedHashMap<>();
        Set<String> asks = new HashSet<>();
        for (Matcher tag = TAG.matcher(shown); tag.find();) {
            Map<String, String> given = attributes(tag.group(2));
            switch (tag.group(1).toLowerCase()) {
                case "form":
                    if (action == null) action = resolved(url, given.getOrDefault("action", ""));
                    break;
                case "input":
                    if ("hidden".equals(given.get("type"))) fields.put(given.get("name"), given.getOrDefault("value", ""));
                    else asks.add(given.getOrDefault("name", ""));
                    break;
                case "meta":
                    String[] parts = given.getOrDefault("content", "").split("url=", 2);
                    boolean isRefresh = "refresh".equalsIgnoreCase(given.get("http-equiv"));
                    if (isRefresh && parts.length == 2) refresh = resolved(url, parts[1]);
                    break;
                default:
                    break;
            }
        }
        String text = decoded(shown.replaceAll("<[^>]*>", " ")).replaceAll("\\s+", " ").trim();
        return new Page(url, status, action, fields, asks, refresh, text);
    }

    /** Resolves an address. The scheme of an app is not one that {@code URI} resolves against. */
    static String resolved(String base, String address) {
        if (address.isEmpty()) return base;
        return address.matches("(?i)[a-z][a-z0-9+.-]*:.*") ? address : URI.create(base).resolve(address).toString();
    }

    TvsimException refused(String why) {
        String said = text.substring(0, Math.min(text.length(), 400));
        String page = url.split("\\?", 2)[0];
        return new TvsimException(why + ". The page " + page + " says: " + said, status, null, null);
    }

    private static Map<String, String> attributes(String text) {
        Map<String, String> found = new HashMap<>();
        for (Matcher each = ATTRIBUTE.matcher(text); each.find();) {
            String value = each.group(2) != null ? each.group(2) : each.group(3) != null ? each.group(3) : each.group(4);
            found.put(each.group(1).toLowerCase(), decoded(value == null ? "" : value));
        }
        return found;
    }

    private static String decoded(String text) {
        return ENTITY.matcher(text).replaceAll(found -> {
            String name = found.group(1).toLowerCase();
            if (name.charAt(0) != '#') return Matcher.quoteReplacement(ENTITIES.get(name));
            int number = name.charAt(1) == 'x' ? Integer.parseInt(name.substring(2), 16) : Integer.parseInt(name.substring(1));
            return Matcher.quoteReplacement(Character.toString(number));
        });
    }
}
