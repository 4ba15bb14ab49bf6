package tvsim;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/** Performs the calls of Clients/conformance.json with this client, and prints what each returns. */
final class Conformance {
    private final Server server;
    private final World world;
    private final Map<String, Object> kept = new HashMap<>();
    private List<Object> arguments = List.of();
    private Map<String, Object> options = Map.of();

    private Conformance(Server server, World world) {
        this.server = server;
        this.world = world;
    }

    public static void main(String[] given) throws Exception {
        Server server = Server.connect();
        for (Json each : Json.parse(Files.readString(Path.of(given[0]))).get("cases")) {
            Json profile = each.get("profile");
            String situation = each.get("situation").text();
            World world = server.world(
                UUID.randomUUID().toString(), profile.isNull() ? null : profile.members(),
                situation == null ? null : new Situation(situation));
            Conformance runner = new Conformance(server, world);
            for (Json step : each.get("steps")) {
                List<Object> line = new ArrayList<>(List.of(each.get("case"), step.get("call")));
                try {
                    Object result = runner.perform(step);
                    line.add("returned");
                    line.add(result);
                } catch (TvsimException error) {
                    line.add(error.getClass() == TvsimException.class ? "TvsimError" : error.getClass().getSimpleName());
                    line.add(error.getMessage());
                }
                System.out.println(Json.of(line));
            }
        }
    }

    private Object perform(Json step) {
        arguments = step.get("arguments").list().stream().map(this::filled).toList();
        options = new HashMap<>();
        step.get("options").members().forEach((name, value) -> options.put(name, filled(value)));
        int times = step.get("times").isNull() ? 1 : step.get("times").number();
        Object result = null;
        if (!step.get("inside").isNull()) {
            try (Faults.During fault = world.faults().during(text(0), arguments.get(1))) {
                return perform(step.get("inside"));
            }
        }
        TvsimException error = null;
        for (int time = 0; time < times; time++) {
            error = null;
            try {
                result = call(step.get("call").text());
            } catch (TvsimException found) {
                error = found;
            }
        }
        if (error != null) throw error;
        if (!step.get("keep").isNull()) kept.put(step.get("keep").text(), result);
        return plain(result);
    }

    /** Returns an argument with what it refers to. */
    private Object filled(Json value) {
        String text = value.text();
        if (text != null && text.startsWith("$")) {
            String[] names = text.substring(1).split("\\.");
            return names.length == 1 ? kept.get(names[0]) : ((Json) kept.get(names[0])).get(names[1]).text();
        }
        if (!value.list().isEmpty()) return value.list().stream().map(this::filled).toList();
        if (text == null || !value.members().isEmpty() || !value.toString().startsWith("\"")) return value;
        return text.replace("{url}", world.url()).replace("{name}", world.name());
    }

    private Object plain(Object value) {
        if (value instanceof byte[]) return null;
        if (value instanceof Instant || value instanceof Situation) return value.toString();
        if (value instanceof PendingRequest request) return Map.of("waitsForUser", request.waitsForUser());
        if (value instanceof Evidence evidence) return new TreeSet<>(evidence.files().keySet());
        if (value instanceof Exchange exchange) {
            return Map.of("number", exchange.number(), "method", exchange.method(), "path", exchange.path(), "status",
                exchange.status());
        }
        return value instanceof List<?> list ? list.stream().map(this::plain).toList() : value;
    }

    private String text(int index) {
        Object value = index < arguments.size() ? arguments.get(index) : null;
        return value instanceof Json json ? json.text() : (String) value;
    }

    private Integer number(String option) {
        return options.get(option) instanceof Json json ? json.number() : null;
    }

    private Duration timeout() {
        return Duration.ofSeconds(number("timeout"));
    }

    /** Performs a call that returns nothing. */
    private static Object done(Runnable call) {
        call.run();
        return null;
    }

    private Object call(String name) {
        if (name.endsWith(".answer") && kept.get(name.split("\\.")[0]) instanceof PendingRequest request) {
            return options.isEmpty() ? request.answer() : request.answer(timeout());
        }
        return switch (name) {
            case "permission.get" -> arguments.isEmpty() ? world.permission().get() : world.permission().get(text(0));
            case "permission.set" -> done(() -> world.permission().set(text(0), text(1)));
            case "permission.grant" -> done(() -> world.permission().grant());
            case "permission.deny" -> done(() -> world.permission().deny());
            case "permission.restrict" -> done(() -> world.permission().restrict());
            case "permission.reset" -> done(() -> world.permission().reset());
            case "account.signIn" ->
                done(() -> world.account().signIn(text(0), text(1), (String) options.get("expires")));
            case "account.signOut" -> done(() -> world.account().signOut());
            case "account.expire" -> done(() -> world.account().expire());
            case "clock.now" -> world.clock().now();
            case "clock.advance" -> done(() -> world.clock().advance(text(0)));
            case "clock.set" -> done(() -> world.clock().set(Instant.parse(text(0))));
            case "clock.follow" -> done(() -> world.clock().follow());
            case "clock.freeze" -> done(() -> world.clock().freeze());
            case "perform" -> world.perform(arguments.toArray());
            case "settings" -> done(() -> world.settings(options));
            case "provider" -> done(() -> world.provider(text(0), options));
            case "integration" -> done(() -> world.integration(text(0), options));
            case "statement" -> world.statement();
            case "device" -> world.device();
            case "faults.add" -> world.faults().add(text(0), arguments.get(1), number("after"), number("times"));
            case "faults.remove" -> done(() -> world.faults().remove(((Json) arguments.get(0)).number()));
            case "faults.clear" -> done(() -> world.faults().clear());
            case "faults.catalog" -> world.faults().catalog();
            case "viewer.answer" -> done(() -> world.viewer().answer(options));
            case "viewer.reset" -> done(() -> world.viewer().reset());
            case "viewer.interface" -> world.viewer().userInterface();
            case "viewer.choose" -> done(() -> world.viewer().choose(text(0)));
            case "viewer.signIn" -> done(() -> world.viewer().signIn(text(0)));
            case "viewer.allow" -> done(() -> world.viewer().allow());
            case "viewer.deny" -> done(() -> world.viewer().deny());
            case "viewer.loseNetwork" -> done(() -> world.viewer().loseNetwork());
            case "viewer.cancel" -> done(
                () -> world.viewer().act("cancel", options.isEmpty() ? Duration.ofSeconds(5) : timeout()));
            case "viewer.visit" -> world.viewer().visit(text(0), text(1));
            case "viewer.activate" -> world.viewer().activate(text(0), text(1), text(2));
            case "framework.accountMetadata" -> world.framework().accountMetadata(options);
            case "framework.beginAccountMetadata" -> world.framework().beginAccountMetadata(options);
            case "framework.accessStatus" -> world.framework().accessStatus(false);
            case "framework.beginAccessStatus" -> world.framework().beginAccessStatus(true);
            case "request.cancel" -> done(() -> ((PendingRequest) kept.get("request")).cancel());
            case "journal.wait" -> options.isEmpty()
                ? world.journal().await(text(0)) : world.journal().await(text(0), timeout(), 0);
            case "journal.entries" -> options.isEmpty()
                ? world.journal().entries() : world.journal().entries(text(0), 0, (String) options.get("kind"));
            case "journal.text" -> world.journal().text();
            case "journal.newest" -> world.journal().newest();
            case "journal.clear" -> done(() -> world.journal().clear());
            case "requests.last" -> world.requests().last(text(0));
            case "requests.all" -> world.requests().all(text(0));
            case "save" -> world.save();
            case "restore" -> done(() -> world.restore((byte[]) arguments.get(0)));
            case "saml.issue" -> world.saml().issue(text(0), text(1), options);
            case "saml.validate" ->
                world.saml().validate(text(0), ((List<?>) arguments.get(1)).toArray(String[]::new));
            case "verifyToken" -> world.verifyToken(text(0), text(1));
            case "explain" -> arguments.isEmpty() ? world.explain() : world.explain(text(0));
            case "evidence" -> world.evidence();
            case "rules" -> options.isEmpty() ? world.rules() : world.rules((String) options.get("failOn"));
            case "waive" -> done(() -> world.waive(text(0), text(1)));
            case "outcome" -> done(() -> world.outcome(text(0), text(1), (String) options.get("message")));
            case "remove" -> done(() -> world.remove());
            case "server.world" -> server.world(text(0), options.get("profile") instanceof Json json
                ? json.members() : options.get("profile"), null);
            case "server.rules" -> options.isEmpty() ? server.rules() : server.rules((String) options.get("failOn"));
            case "server.situations" -> server.situations(((Json) arguments.get(0)).members().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + String.join(",", axis.getValue().texts())).toArray(String[]::new));
            case "server.situationsOf" -> server.situationsOf(((Json) arguments.get(0)).members());
            default -> throw new IllegalArgumentException("unknown call " + name);
        };
    }
}
