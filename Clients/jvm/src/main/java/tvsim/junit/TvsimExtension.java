package tvsim.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import tvsim.Evidence;
import tvsim.Server;
import tvsim.Situation;
import tvsim.TvsimException;
import tvsim.World;

/** Gives each test a world of its own, and adds what the simulator knows to the report of a failed one. */
public final class TvsimExtension implements ParameterResolver, AfterEachCallback {
    static final Namespace NAMESPACE = Namespace.create(TvsimExtension.class);
    /** A file in each folder of evidence that the extension wrote. It has the name of the folder, so a copy is not marked. */
    private static final String MARK = ".tvsim-evidence";
    private static final String RUN = UUID.randomUUID().toString();

    /** The server of the run, which ends with it. */
    private record Shared(Server server) implements Store.CloseableResource {
        @Override
        public void close() {
            if (severity() != null) System.err.println("tvsim rules: " + summary());
            server.close();
        }

        private String summary() {
            try {
                return server.rules().get("summary").text();
            } catch (TvsimException error) {
                return "not judged: " + error.getMessage();
            }
        }
    }

    /** From which severity a broken rule fails a test; {@code null} if no test is judged. */
    private static String severity() {
        String named = System.getenv("TVSIM_RULES");
        return named == null || named.isEmpty() ? null : named;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Server.class || (type == World.class && context.getTestMethod().isPresent());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == Server.class) return server(context);
        return context.getStore(NAMESPACE).getOrComputeIfAbsent(World.class, key -> world(context), World.class);
    }

    /** Returns the server: that of {@code TVSIM_URL}, else one that this process starts. */
    static Server server(ExtensionContext context) {
        String url = System.getenv("TVSIM_URL");
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(
            Shared.class, key -> new Shared(url == null || url.isEmpty() ? Server.start() : Server.connect()), Shared.class)
            .server();
    }

    private static World world(ExtensionContext context) {
        Server server = server(context);
        Situation situation = context.getStore(NAMESPACE).get(Situation.class, Situation.class);
        String profile = AnnotationSupport.findAnnotation(context.getTestMethod(), Tvsim.class)
            .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), Tvsim.class))
            .map(Tvsim::profile).filter(each -> !each.isEmpty()).orElse(null);
        if (situation != null && profile != null) {
            throw new ExtensionConfigurationException(
                "@TvsimMatrix and @Tvsim(profile = …) both name the profile of the world: put the key 'matrix' into the file");
        }
        World world = server.world(name(context, server), profile == null ? null : Path.of(profile), situation);
        remove(folder().resolve(world.name()));
        try {
            Stream.of(context.getTestClass(), context.getTestMethod())
                .flatMap(each -> AnnotationSupport.findRepeatableAnnotations(each, TvsimWaive.class).stream())
                .forEach(each -> world.waive(each.rule(), each.reason()));
            return world;
        } catch (TvsimException error) {
            world.remove();
            throw error;
        }
    }

    /**
     * Returns a name of a world. On a server of its own, a test always has the same name, and so the same identifiers. On
     * another server two runs must not have the same names.
     */
    private static String name(ExtensionContext context, Server server) {
        CRC32 checksum = new CRC32();
        checksum.update((context.getUniqueId() + (server.isOwn() ? "" : RUN)).getBytes(StandardCharsets.UTF_8));
        String title = context.getRequiredTestMethod().getName().replaceAll("[^A-Za-z0-9]+", "-");
        String text = title.substring(0, Math.min(title.length(), 48));
        return String.format("%s-%08x", text, checksum.getValue());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        World world = context.getStore(NAMESPACE).get(World.class, World.class);
        if (world == null || world.isRemoved()) return;
        boolean isPassed = context.getExecutionException().isEmpty();
        AssertionError broken = isPassed ? broken(world) : null;
        Throwable failure = context.getExecutionException().filter(each -> !isAborted(each)).orElse(broken);
        String keep = System.getenv().getOrDefault("TVSIM_KEEP", "failed");
        try {
            if (failure != null) {
                report(context, world, failure, keep);
            } else {
                world.outcome(isPassed ? "passed" : "skipped", title(context));
                if (keep.equals("all")) write(world.evidence());
            }
        } finally {
            world.remove();
        }
        if (broken != null) throw broken;
    }

    /** Returns the failure of a test that passed, if the app has broken a rule; else {@code null}. */
    private static AssertionError broken(World world) {
        if (severity() == null) return null;
        try {
            String failure = world.rules(severity()).get("failure").text();
            return failure == null ? null : new AssertionError(failure);
        } catch (TvsimException error) {
            return new AssertionError("the rules were not judged: " + error.getMessage(), error);
        }
    }

    private static void report(ExtensionContext context, World world, Throwable failure, String keep) {
        String text;
        try {
            String message = failure.getMessage();
            StackTraceElement place = place(context.getRequiredTestClass(), failure);
            world.outcome(
                    "failed", title(context), message == null ? failure.toString() : message,
                    place == null ? null : file(context.getRequiredTestClass(), place),
                    place == null ? null : place.getLineNumber());
            Evidence evidence = world.evidence();
            text = evidence.text();
            if (!keep.equals("none")) {
                Path folder = write(evidence);
                context.publishReportEntry("tvsim_evidence", folder.toString());
                text += "\n--- tvsim evidence ---\n" + folder + "\n";
            }
        } catch (TvsimException error) {
            text = "--- tvsim evidence ---\nThe evidence is incomplete: " + error.getMessage() + "\n";
        }
        // Reports print the suppressed exceptions of a failure with it.
        failure.addSuppressed(new WhatTheSimulatorKnows(text));
    }

    /** Returns the class and the method of a test, with its display name if that says more. */
    private static String title(ExtensionContext context) {
        String method = context.getRequiredTestMethod().getName();
        String shown = context.getDisplayName();
        return context.getRequiredTestClass().getName() + "." + method + (shown.startsWith(method) ? "" : ": " + shown);
    }

    /** Returns the line of a test class at which it failed; {@code null} if the failure does not say. */
    private static StackTraceElement place(Class<?> test, Throwable failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            boolean isOfTest = frame.getClassName().equals(test.getName())
                    || frame.getClassName().startsWith(test.getName() + "$");
            if (isOfTest && frame.getFileName() != null && frame.getLineNumber() > 0) return frame;
        }
        return null;
    }

    /** Returns the source file of a test class: its path in this folder, or else that of its package. */
    private static String file(Class<?> test, StackTraceElement place) {
        String name = test.getPackageName().replace('.', '/') + "/" + place.getFileName();
        for (String language : new String[] {"java", "kotlin"}) {
            Path path = Path.of("src", "test", language, name);
            if (Files.exists(path)) return path.toString();
        }
        return name.startsWith("/") ? name.substring(1) : name;
    }

    /** A test that an assumption ended has not failed. */
    private static boolean isAborted(Throwable error) {
        return error.getClass().getName().equals("org.opentest4j.TestAbortedException");
    }

    private static Path folder() {
        String named = System.getenv("TVSIM_EVIDENCE");
        return named == null || named.isEmpty() ? Path.of(".tvsim", "failed") : Path.of(named);
    }

    /** Writes evidence into a folder of its world, with the mark by which a later run recognizes it. */
    private static Path write(Evidence evidence) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(MARK, evidence.world().getBytes(StandardCharsets.UTF_8));
        files.putAll(evidence.files());
        return new Evidence(evidence.world(), evidence.url(), files).write(folder().resolve(evidence.world()));
    }

    /** Removes the evidence of an earlier run of the test, and nothing else. */
    private static void remove(Path folder) {
        Path mark = folder.resolve(MARK);
        try {
            if (!Files.isRegularFile(mark) || !Files.readString(mark).equals(folder.getFileName().toString())) return;
            for (String name : Evidence.FILES) Files.deleteIfExists(folder.resolve(name));
            Files.delete(mark);
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException error) {
            // Files of somebody else stay.
        } catch (IOException error) {
            throw new UncheckedIOException("the evidence in " + folder + " cannot be removed", error);
        }
    }

    /** The evidence of a failed test, as a part of its failure. */
    private static final class WhatTheSimulatorKnows extends Exception {
        private static final long serialVersionUID = 1;

        WhatTheSimulatorKnows(String text) {
            super("\n" + text, null, false, false);
        }
    }
}
