package tvsim;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/** The folders in which programs of the class path can be unpacked, so that later runs find them again. */
final class ProgramCache {
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private ProgramCache() {
    }

    /** A folder of the user, which may not exist yet. */
    interface Place {
        Path folder() throws IOException;
    }

    /** Returns the folders that are tried in order. The last one is for a user without a home that can be written. */
    static List<Place> places(String cache, String home, String temporary) {
        return List.of(
            () -> absolute("XDG_CACHE_HOME", cache).resolve("tvsim"),
            () -> absolute("the home of the user", home).resolve(".cache").resolve("tvsim"),
            () -> temporary(Path.of(temporary).toAbsolutePath()));
    }

    private static Path absolute(String name, String path) throws IOException {
        // The home is "?" for a user without one. As a relative path it would be a folder in the working directory.
        if (path == null || !Path.of(path).isAbsolute()) throw new IOException(name + " is not an absolute path: " + path);
        return Path.of(path);
    }

    /** Returns a folder below a shared one that no other user can write. Another one could have made it, with other programs. */
    static Path temporary(Path shared) throws IOException {
        Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        Path folder = shared.resolve("tvsim-" + user);
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
        } catch (FileAlreadyExistsException earlier) {
            // It is checked below.
        }
        boolean isOwn = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user)
            && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(PRIVATE);
        if (!isOwn) throw new IOException(folder + " is not a folder that only this user can read and write");
        return folder;
    }
}
