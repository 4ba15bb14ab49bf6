package tvsim;

/** A request that the simulator refused, or that did not reach it. */
public class TvsimException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String reason;
    private final int status;
    private final String suggestion;

    TvsimException(String reason, int status, String suggestion, String context) {
        super(text(reason, suggestion, context));
        this.reason = reason;
        this.status = status;
        this.suggestion = suggestion;
    }

    TvsimException(String reason, String suggestion) {
        this(reason, 0, suggestion, null);
    }

    private static String text(String reason, String suggestion, String context) {
        String text = reason;
        if (suggestion != null) {
            // The server suggests one word for a word that it does not know.
            text += suggestion.contains(" ") ? "; " + suggestion : "; did you mean '" + suggestion + "'?";
        }
        return context == null ? text : text + "\n" + context;
    }

    /** The message without suggestion and context. */
    public String reason() {
        return reason;
    }

    /** The HTTP status, or 0 if there was no answer. */
    public int status() {
        return status;
    }

    /** What may have been meant, or what to do; {@code null} if nothing is known. */
    public String suggestion() {
        return suggestion;
    }

    /** The program {@code tvsim} was not found, or cannot be started. */
    public static final class ProgramMissing extends TvsimException {
        private static final long serialVersionUID = 1;

        ProgramMissing(String reason) {
            super(reason, "add the jar with the programs of this platform to the class path (Linux with glibc 2.34 or "
                + "newer), name the program in TVSIM_PROGRAM, or name a running server in TVSIM_URL, such as the "
                + "container: podman run --rm --publish 127.0.0.1:8080:8080 tvsim");
        }
    }

    /** The server has another version than this jar. */
    public static final class VersionMismatch extends TvsimException {
        private static final long serialVersionUID = 1;

        VersionMismatch(String reason, String suggestion) {
            super(reason, suggestion);
        }
    }

    /** The server does not answer: it was never there, has ended, or cannot be reached. */
    public static final class ServerLost extends TvsimException {
        private static final long serialVersionUID = 1;

        ServerLost(String reason, String suggestion) {
            super(reason, suggestion);
        }
    }

    /** The world does not exist: it was removed, or its server was restarted. */
    public static final class WorldLost extends TvsimException {
        private static final long serialVersionUID = 1;

        WorldLost(String reason, int status, String suggestion) {
            super(reason, status, suggestion, null);
        }
    }

    /** What a test waited for did not happen. */
    public static final class WaitTimeout extends TvsimException {
        private static final long serialVersionUID = 1;

        WaitTimeout(String reason, String suggestion, String context) {
            super(reason, 0, suggestion, context);
        }
    }
}
