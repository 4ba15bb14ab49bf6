package tvsim;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value in JSON, as the server sends it: {@code json.get("clock").get("now").text()}. */
public final class Json implements Iterable<Json> {
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    /** Reads a text. */
    public static Json parse(String text) {
        JsonReader reader = new JsonReader(text);
        return new Json(reader.whole());
    }

    /** Wraps maps, iterables, texts, numbers, Booleans and {@code null}. */
    public static Json of(Object value) {
        return value instanceof Json json ? json : new Json(value);
    }

    /** Returns the member of an object; a null value if there is none. */
    public Json get(String name) {
        return value instanceof Map<?, ?> members ? new Json(members.get(name)) : new Json(null);
    }

    /** Whether it is {@code null}, or a member that does not exist. */
    public boolean isNull() {
        return value == null;
    }

    /** Returns a text, or a number or Boolean as text; {@code null} if it is a null value. */
    public String text() {
        return value == null ? null : value.toString();
    }

    /** Returns a whole number. */
    public int number() {
        return ((Number) value).intValue();
    }

    /** Whether it is {@code true}. */
    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    /** Returns the elements of an array; none if it is something else. */
    public List<Json> list() {
        List<Json> elements = new ArrayList<>();
        if (value instanceof Iterable<?> found) found.forEach(each -> elements.add(of(each)));
        return elements;
    }

    /** Returns the elements of an array as texts. */
    public List<String> texts() {
        return list().stream().map(Json::text).toList();
    }

    /** Returns the members of an object; none if it is something else. */
    public Map<String, Json> members() {
        Map<String, Json> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> found) found.forEach((name, each) -> members.put(name.toString(), of(each)));
        return members;
    }

    @Override
    public Iterator<Json> iterator() {
        return list().iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json json && json.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Returns the value in JSON. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(Object value, StringBuilder text) {
        if (value instanceof Json json) {
            write(json.value, text);
        } else if (value instanceof Map<?, ?> members) {
            text.append('{');
            String separator = "";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                text.append(separator);
                write(member.getKey().toString(), text);
                text.append(':');
                write(member.getValue(), text);
                separator = ",";
            }
            text.append('}');
        } else if (value instanceof Iterable<?> elements) {
            text.append('[');
            String separator = "";
            for (Object element : elements) {
                text.append(separator);
                write(element, text);
                separator = ",";
            }
            text.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value));
        } else {
            quote(value.toString(), text);
        }
    }

    private static void quote(String string, StringBuilder text) {
        text.append('"');
        for (char each : string.toCharArray()) {
            if (each == '"' || each == '\\') text.append('\\').append(each);
            else if (each < ' ') text.append(String.format("\\u%04x", (int) each));
            else text.append(each);
        }
        text.append('"');
    }
}
