package tvsim;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A parser of JSON (RFC 8259). */
final class JsonReader {
    private final String text;
    private int place;

    JsonReader(String text) {
        this.text = text;
    }

    Object whole() {
        Object value = value(0);
        space();
        if (place != text.length()) throw failure("one value");
        return value;
    }

    private Object value(int depth) {
        if (depth > 200) throw failure("fewer levels");
        space();
        char next = place < text.length() ? text.charAt(place) : 0;
        switch (next) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            default:
                return literal();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        place++;
        if (take('}')) return members;
        do {
            space();
            String name = string();
            if (!take(':')) throw failure("':'");
            members.put(name, value(depth + 1));
        } while (take(','));
        if (!take('}')) throw failure("'}'");
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        place++;
        if (take(']')) return elements;
        do {
            elements.add(value(depth + 1));
        } while (take(','));
        if (!take(']')) throw failure("']'");
        return elements;
    }

    private String string() {
        if (place >= text.length() || text.charAt(place) != '"') throw failure("a text");
        StringBuilder found = new StringBuilder();
        for (place++; place < text.length(); place++) {
            char each = text.charAt(place);
            if (each == '"') {
                place++;
                return found.toString();
            }
            if (each != '\\') {
                found.append(each);
                continue;
            }
            place++;
            if (place >= text.length()) break;
            char escaped = text.charAt(place);
            int index = "\"\\/bfnrt".indexOf(escaped);
            if (index >= 0) {
                found.append("\"\\/\b\f\n\r\t".charAt(index));
            } else if (escaped == 'u' && place + 4 < text.length()) {
                found.append((char) Integer.parseInt(text.substring(place + 1, place + 5), 16));
                place += 4;
            } else {
                throw failure("an escape");
            }
        }
        throw failure("'\"'");
    }

    private Object literal() {
        int begin = place;
        while (place < text.length() && isPartOfWord(text.charAt(place))) place++;
        String word = text.substring(begin, place);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                try {
                    return new BigDecimal(word);
                } catch (NumberFormatException error) {
                    place = begin;
                    throw failure("a value");
                }
        }
    }

    private static boolean isPartOfWord(char each) {
        return Character.isLetterOrDigit(each) || "+-.".indexOf(each) >= 0;
    }

    private boolean take(char expected) {
        space();
        if (place >= text.length() || text.charAt(place) != expected) return false;
        place++;
        return true;
    }

    private void space() {
        while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) place++;
    }

    private IllegalArgumentException failure(String expected) {
        return new IllegalArgumentException("invalid JSON at character " + place + ": expected " + expected);
    }
}
