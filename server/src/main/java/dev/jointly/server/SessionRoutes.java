package dev.jointly.server;

import dev.jointly.io.DocumentReader;
import dev.jointly.io.EditReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.json.Json;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.session.PersonIds;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Problems under repair: pins are added and removed, and people keep their numbers. */
final class SessionRoutes implements Routes {
    private static final String ALL = "/api/v1/sessions";
    private static final String ONE = ALL + "/{id}";
    private static final String PINS = ONE + "/pins";
    private static final String PATIENCE = "patience";
    private static final String EXACT = "exact";
    private static final String BELOW = "below";
    private static final String JOINTS = "joints";
    private static final String JOINT = "joint";
    private static final Duration ALTERNATIVE_TIME = Duration.ofSeconds(2);
    private static final Duration STANDARD_PATIENCE = Duration.ofMillis(100);

    private final SolveService solves;
    private final Sessions sessions;

    SessionRoutes(SolveService solves, Sessions sessions) {
        this.solves = solves;
        this.sessions = sessions;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post(ALL, this::begin);
        routes.get(ONE, this::look);
        routes.delete(ONE, this::end);
        routes.put(PINS, this::replacePins);
        routes.post(PINS, this::addPin);
        routes.delete(PINS + "/{index}", this::removePin);
        routes.post(ONE + "/detections", this::addDetection);
        routes.get(ONE + "/margins", this::margins);
        routes.get(ONE + "/alternative", this::alternative);
        routes.get(ONE + "/events", this::watch);
    }

    @Override
    public void close() {
        sessions.close();
    }

    private void begin(Context ctx) throws Exception {
        Parameters parameters = Parameters.of(ctx, List.of(PATIENCE, SolveRoutes.MODEL, SolveRoutes.NAME));
        Duration patience = patience(parameters);
        String model = SolveRoutes.model(parameters, solves);
        String name = SolveRoutes.name(parameters);
        solves.bodies().read(ctx, body -> {
            Client client = Client.of(ctx);
            Problem problem = isJson(body) ? SolveRoutes.problem(body) : solves.see(body, name, model, client::gone);
            RepairSession session = sessions.begin(problem);
            session.repin(pins -> pins, patience, client::gone);
            sessions.keep(session);
            ctx.status(201).header("Location", ALL + "/" + session.id());
            send(ctx, session, true);
        });
    }

    /** Problems begin with a bracket, images never do. */
    private static boolean isJson(byte[] body) {
        for (byte each : body) {
            if (!Character.isWhitespace(each)) {
                return each == '{';
            }
        }
        return true;
    }

    private static Duration patience(Parameters parameters) {
        return parameters.duration(PATIENCE).orElse(STANDARD_PATIENCE);
    }

    private static void send(Context ctx, RepairSession session, boolean whole) {
        SolveRoutes.sendJson(ctx, session.members(whole));
    }

    private RepairSession session(Context ctx) {
        return sessions.find(ctx.pathParam("id"));
    }

    private void look(Context ctx) {
        Parameters.of(ctx, List.of());
        send(ctx, session(ctx), true);
    }

    private void end(Context ctx) {
        Parameters.of(ctx, List.of());
        sessions.end(ctx.pathParam("id"));
        ctx.status(204);
    }

    /** What a client wants to have changed in a session, until its patience ends or it leaves. */
    private interface Change<T> {
        void make(RepairSession session, T wanted, Duration patience, BooleanSupplier gone);
    }

    private <T> void change(
            Context ctx, BiFunction<String, InputStream, DocumentReader<T>> format, boolean whole, Change<T> change)
            throws Exception {
        Duration patience = patience(Parameters.of(ctx, List.of(PATIENCE)));
        RepairSession session = session(ctx);
        solves.bodies().read(ctx, body -> {
            T wanted = format.apply(SolveRoutes.BODY, new ByteArrayInputStream(body))
                    .next();
            change.make(session, wanted, patience, Client.of(ctx)::gone);
            send(ctx, session, whole);
        });
    }

    private void replacePins(Context ctx) throws Exception {
        change(
                ctx,
                EditReader::pins,
                false,
                (session, pins, patience, gone) -> session.repin(all -> pins, patience, gone));
    }

    private void addPin(Context ctx) throws Exception {
        change(
                ctx,
                EditReader::pin,
                false,
                (session, pin, patience, gone) -> session.repin(
                        pins -> Stream.concat(pins.stream(), Stream.of(pin)).toList(), patience, gone));
    }

    private void addDetection(Context ctx) throws Exception {
        change(ctx, EditReader::missedJoint, true, RepairSession::add);
    }

    private void removePin(Context ctx) {
        Duration patience = patience(Parameters.of(ctx, List.of(PATIENCE)));
        String index = ctx.pathParam("index");
        RepairSession session = session(ctx);
        session.repin(pins -> without(pins, index), patience, Client.of(ctx)::gone);
        send(ctx, session, false);
    }

    private static List<Pin> without(List<Pin> pins, String index) {
        List<Pin> fewer = new ArrayList<>(pins);
        for (int i = 0; i < pins.size(); i++) {
            if (Integer.toString(i).equals(index)) {
                fewer.remove(i);
                return fewer;
            }
        }
        throw HttpProblem.of(404, "no-such-pin", "the session has " + pins.size() + " pins, counted from 0");
    }

    private void alternative(Context ctx) {
        Parameters parameters = Parameters.of(ctx, List.of(JOINT, Parameters.TIME_LIMIT));
        int joint = parameters
                .whole(JOINT, 0, Problem.MAX_DETECTIONS)
                .orElseThrow(() -> HttpProblem.badParameter("found no joint but expected one, such as ?joint=12"));
        Duration limit = parameters.duration(Parameters.TIME_LIMIT).orElse(ALTERNATIVE_TIME);
        RepairSession session = session(ctx);
        Session.Answer answer = session.answer();
        Alternative found = session.look(
                limit,
                Client.of(ctx)::gone,
                budget -> Alternative.of(answer, joint, sessions.aside(answer.problem()), budget::over));
        SolveRoutes.sendJson(ctx, found.members());
    }

    private void margins(Context ctx) {
        Parameters parameters = Parameters.of(ctx, List.of(EXACT, BELOW, JOINTS, Parameters.TIME_LIMIT));
        boolean exact = parameters.truth(EXACT);
        for (String name : exact ? List.<String>of() : List.of(BELOW, JOINTS)) {
            if (parameters.text(name).isPresent()) {
                throw HttpProblem.badParameter("found " + name + " but expected it only with exact=true");
            }
        }
        long below = parameters.cost(BELOW).orElse(Long.MAX_VALUE);
        Duration limit = parameters
                .duration(Parameters.TIME_LIMIT)
                .orElse(solves.limits().longest());
        RepairSession session = session(ctx);
        Session.Answer answer = session.answer();
        Predicate<Margin> wanted =
                parameters.text(JOINTS).map(text -> about(answer, text)).orElse(margin -> true);
        List<Margin> margins = session.look(limit, Client.of(ctx)::gone, budget -> {
            CheckedMargins found = new CheckedMargins(answer.problem(), answer.solution(), budget);
            return exact ? found.exact(sessions.aside(answer.problem()), below, wanted) : found.bounds();
        });
        List<Map<String, Object>> rows =
                margins.stream().map(margin -> members(margin, answer.people())).toList();
        SolveRoutes.sendJson(ctx, Map.of("margins", rows));
    }

    /** Which margins are about these joints, given as detections with commas. */
    private static Predicate<Margin> about(Session.Answer answer, String joints) {
        Set<Integer> wanted = new HashSet<>();
        for (String joint : joints.split(",", -1)) {
            boolean used = joint.matches("[0-9]{1,9}")
                    && Alternative.holder(answer.solution().poses(), Integer.parseInt(joint)) >= 0;
            if (!used) {
                throw HttpProblem.badParameter("found joint " + Excerpt.quoted(joint)
                        + " but expected detections that people have, such as joints=1,5,9");
            }
            wanted.add(Integer.parseInt(joint));
        }
        return margin ->
                margin.joint().isPresent() && wanted.contains(margin.joint().getAsInt());
    }

    private static Map<String, @Nullable Object> members(Margin margin, List<Integer> people) {
        return Json.object(
                "person", people.get(margin.pose()),
                "joint", margin.joint(),
                "atLeast", Micro.decimal(margin.atLeast()),
                "atMost", margin.atMost().stream().mapToObj(Micro::decimal).findFirst(),
                "fixed", margin.fixed());
    }

    private void watch(Context ctx) throws Exception {
        Parameters.of(ctx, List.of());
        RepairSession session = session(ctx);
        Job proof = session.proof();
        try (EventStream stream = EventStream.open(ctx)) {
            if (proof == null) {
                stream.send("answer", session.members(false));
            } else {
                JobRoutes.watch(stream, proof, "answer");
            }
        }
    }

    /**
     * The best grouping in which a joint is not where it is now: in another pose than the lead of its person, or, if it is that
     * lead, in none.
     *
     * @param pose which of the answer's poses has the joint now
     * @param solution null where there is none, or none was found in time
     */
    private record Alternative(
            Session.Answer now,
            int pose,
            int joint,
            Margin margin,
            @Nullable Solution solution) {

        /**
         * Finds it.
         *
         * @param aside a session of the answer's problem, pins and all, in which the numbers of people may change
         */
        static Alternative of(Session.Answer now, int joint, Session aside, BooleanSupplier late) {
            List<Pose> poses = now.solution().poses();
            int pose = holder(poses, joint);
            if (pose < 0) {
                throw HttpProblem.badParameter("found joint " + joint + " but expected a detection that a person has");
            }
            int lead = poses.get(pose).lead(now.problem().anatomy());
            Pin elsewhere = joint == lead ? new Pin.Skip(joint) : new Pin.Apart(lead, joint);
            MarginClaim claim = new MarginClaim(List.of(elsewhere), 0, List.of(), null);
            Margin unknown = new Margin(pose, OptionalInt.of(joint), claim, OptionalLong.empty(), false);
            ExactMargins.Exact exact = new ExactMargins(aside, List.of(), now.solution()).of(unknown, late);
            return new Alternative(now, pose, joint, exact.margin(), exact.alternative());
        }

        private static int holder(List<Pose> poses, int joint) {
            for (int i = 0; i < poses.size(); i++) {
                if (poses.get(i).detections().contains(joint)) {
                    return i;
                }
            }
            return -1;
        }

        Map<String, @Nullable Object> members() {
            Map<String, @Nullable Object> members =
                    Json.object("joint", joint, "person", now.people().get(pose), "fixed", margin.fixed());
            if (solution != null) {
                List<Integer> people = new PersonIds(now.solution().poses(), now.people()).follow(solution.poses());
                Optional<Integer> owner = Optional.of(holder(solution.poses(), joint))
                        .filter(index -> index >= 0)
                        .map(people::get);
                members.putAll(Json.object(
                        "owner",
                        owner,
                        "atLeast",
                        Micro.decimal(margin.atLeast()),
                        "atMost",
                        margin.atMost().stream().mapToObj(Micro::decimal).findFirst(),
                        "pins",
                        margin.claim().pins().stream().map(ProblemWriter::pin),
                        "people",
                        people,
                        "solution",
                        new Json.Raw(Answers.json(problem(), solution))));
            }
            return members;
        }

        private Problem problem() {
            return now.problem()
                    .withPins(Stream.concat(now.problem().pins().stream(), margin.claim().pins().stream())
                            .toList());
        }
    }
}
