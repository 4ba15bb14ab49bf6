package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The page about the JVM")
class PageTest {
    private static final List<Class<?>> TYPES = List.of(
        Server.class, World.class, Permission.class, Account.class, Clock.class, Viewer.class, Faults.class, Fault.class,
        Journal.class, Requests.class, Exchange.class, Framework.class, PendingRequest.class, Saml.class, Situation.class, Evidence.class,
        Json.class);
    private static final Set<String> OF_EACH = Set.of("toString", "equals", "hashCode");
    private final String page = Files.readString(Path.of("repository/docs/tvsim.docc/Reference/JVM.md"));

    PageTest() throws Exception {
    }

    @Test
    @DisplayName("names each public method of each type, and nothing else")
    void methods() {
        for (Class<?> type : TYPES) {
            Set<String> expected = new TreeSet<>();
            for (Method method : type.getDeclaredMethods()) {
                boolean isShown = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
                if (isShown && !OF_EACH.contains(method.getName())) expected.add(method.getName());
            }
            String section = page.split("\n### " + type.getSimpleName() + "\n")[1].split("\n##")[0];
            Set<String> found = new TreeSet<>();
            Matcher names = Pattern.compile("`(?:" + type.getSimpleName() + "\\.)?(\\w+)\\(").matcher(
                section.lines().filter(line -> line.startsWith("| `")).map(line -> line.split(" \\| ")[0] + "\n")
                    .reduce("", String::concat));
            while (names.find()) found.add(names.group(1));
            assertEquals(expected, found, type.getSimpleName());
        }
    }

    @Test
    @DisplayName("has the examples that are compiled")
    void examples() throws Exception {
        Path sources = Path.of("repository/Clients/jvm/src/test/java/tvsim");
        String compiled = Files.readString(sources.resolve("SignInTest.java")) + Files.readString(sources.resolve("ClientTest.java"));
        Matcher blocks = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL).matcher(page);
        int count = 0;
        for (; blocks.find(); count++) assertTrue(compiled.contains("\n" + blocks.group(1) + "\n"), blocks.group(1));
        assertEquals(2, count);
    }
}
