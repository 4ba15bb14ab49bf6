package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The folder of unpacked programs")
class ProgramCacheTest {
    /** Returns the folders that can be used, in order. */
    private static List<Path> folders(String cache, String home, Path temporary) {
        List<Path> folders = new ArrayList<>();
        for (ProgramCache.Place place : ProgramCache.places(cache, home, temporary.toString())) {
            try {
                folders.add(place.folder());
            } catch (IOException error) {
                // The next one is tried.
            }
        }
        return folders;
    }

    @Test
    @DisplayName("is never in the working directory")
    void places(@TempDir Path shared) throws Exception {
        Path own = ProgramCache.temporary(shared);
        Path home = Path.of("/home/u/.cache/tvsim");
        assertEquals(List.of(Path.of("/c/tvsim"), home, own), folders("/c", "/home/u", shared));
        for (String cache : new String[] {null, "", "cache"}) assertEquals(List.of(home, own), folders(cache, "/home/u", shared));
        for (String none : new String[] {null, "", "?", "~"}) assertEquals(List.of(own), folders(null, none, shared));
        folders("cache", "?", Path.of("target")).forEach(each -> assertTrue(each.isAbsolute(), each::toString));
    }

    @Test
    @DisplayName("is one that no other user can write, if it is below a shared one")
    void temporary(@TempDir Path shared) throws Exception {
        Path own = ProgramCache.temporary(shared);
        assertEquals(own, ProgramCache.temporary(shared));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwx---"));
        assertThrows(IOException.class, () -> ProgramCache.temporary(shared));
        Files.delete(own);
        Path elsewhere = Files.createDirectory(
            shared.resolve("elsewhere"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(own, elsewhere);
        assertThrows(IOException.class, () -> ProgramCache.temporary(shared));
    }
}
