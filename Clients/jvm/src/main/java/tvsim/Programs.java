package tvsim;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program {@code tvsim} of this machine. */
final class Programs {
    private static final String FOLDER = "/tvsim/programs/linux-" + System.getProperty("os.arch").replace("amd64", "x86_64");
    private static final List<String> NAMES = List.of("tvsim", "tvsim-server");

    private Programs() {
    }

    /** Returns the path of {@code tvsim}: that in TVSIM_PROGRAM, of the class path, or in PATH. */
    static Path find() {
        String named = System.getenv("TVSIM_PROGRAM");
        if (named != null && !named.isEmpty()) {
            if (!isProgram(Path.of(named))) {
                throw new TvsimException.ProgramMissing("TVSIM_PROGRAM names '" + named + "', which is not a program");
            }
            return Path.of(named).toAbsolutePath();
        }
        Path unpacked = unpacked();
        if (unpacked != null) return unpacked;
        for (String folder : String.valueOf(System.getenv("PATH")).split(File.pathSeparator)) {
            if (!folder.isEmpty() && isProgram(Path.of(folder, "tvsim"))) return Path.of(folder, "tvsim");
        }
        throw new TvsimException.ProgramMissing("the program 'tvsim' is not in the class path, and not in PATH");
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    /** Unpacks the programs of the class path into a folder of the user, once for each digest. */
    private static synchronized Path unpacked() {
        List<String> reasons = new ArrayList<>();
        try (InputStream digest = Programs.class.getResourceAsStream(FOLDER + "/SHA256")) {
            if (digest == null) return null;
            String name = new String(digest.readAllBytes(), StandardCharsets.US_ASCII).trim();
            for (ProgramCache.Place place : ProgramCache.places(
                    System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"), System.getProperty("java.io.tmpdir"))) {
                try {
                    return unpacked(place.folder().resolve(name));
                } catch (IOException error) {
                    reasons.add(error.toString());
                }
            }
        } catch (IOException error) {
            reasons.add(error.toString());
        }
        throw new TvsimException.ProgramMissing("the programs cannot be unpacked: " + String.join("; ", reasons));
    }

    /** Unpacks the programs into a folder unless they are there, and returns the path of {@code tvsim}. */
    private static Path unpacked(Path folder) throws IOException {
        if (NAMES.stream().map(folder::resolve).allMatch(Programs::isProgram)) return folder.resolve("tvsim");
        Files.createDirectories(folder.getParent());
        // Another process may unpack them at the same time, so the folder appears whole.
        Path fresh = Files.createTempDirectory(folder.getParent(), "unpacking-");
        try {
            for (String name : NAMES) {
                try (InputStream program = Programs.class.getResourceAsStream(FOLDER + "/" + name)) {
                    Files.copy(program, fresh.resolve(name));
                }
                Files.setPosixFilePermissions(fresh.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
                // On a file system with the option noexec, no file is executable.
                if (!isProgram(fresh.resolve(name))) throw new IOException("no program can run in " + folder.getParent());
            }
            try {
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException another) {
                // Another process was faster, or somebody has removed one of the programs.
                for (String name : NAMES) Files.move(fresh.resolve(name), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            for (String name : NAMES) Files.deleteIfExists(fresh.resolve(name));
            Files.deleteIfExists(fresh);
        }
        return folder.resolve("tvsim");
    }

    /** Removes from an environment what would select a device or a server of the user. */
    private static void isolate(Map<String, String> environment) {
        List.of("TVSIM_DEVICE", "TVSIM_STORE", "TVSIM_URL", "TVSIM_ADMIN_URL", "TVSIM_SITUATION")
            .forEach(environment::remove);
    }

    /** A server that ends with this process, also if this process is killed. */
    static final class Running {
        final Path program;
        final Json locator;
        private final Process process;

        Running(String... arguments) {
            program = find();
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(List.of(arguments));
            command.add("--until-stdin-closes");
            try {
                Path said = Files.createTempFile("tvsim-", ".log");
                ProcessBuilder builder = new ProcessBuilder(command).redirectError(said.toFile());
                isolate(builder.environment());
                builder.environment().put("TVSIM_STARTED_BY", String.valueOf(ProcessHandle.current().pid()));
                process = builder.start();
                String line = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
                if (line == null) {
                    stop();
                    String error = Files.readString(said).trim();
                    Files.delete(said);
                    throw new TvsimException.ServerLost(
                        program + " " + String.join(" ", arguments) + " ended with exit status " + process.exitValue() + ": "
                            + (error.isEmpty() ? "it said nothing" : error), null);
                }
                // The open descriptor of the server stays.
                Files.delete(said);
                locator = Json.parse(line);
            } catch (IOException error) {
                throw new TvsimException.ProgramMissing(program + " cannot be started: " + error.getMessage());
            }
        }

        /** Ends the server and waits for its end. A second call does nothing. */
        void stop() {
            try {
                process.getOutputStream().close();
                // Another process may hold the other end of standard input, so the server is asked too, and then ended.
                process.destroy();
                if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
            } catch (IOException | InterruptedException error) {
                process.destroyForcibly();
            }
        }
    }
}
