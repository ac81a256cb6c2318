package dev.jointly.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a program outside this repository can see of a module: the public and protected types of its exported
 * packages with their members, one line each. The packages are read from the compiled module-info.
 */
public final class PublicApi {
    private static final String RECORD = "jointly.api.record";
    private static final int SHOWN =
            Modifier.PUBLIC | Modifier.PROTECTED | Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL;

    private final Set<String> packages;
    private final List<Class<?>> types;

    private PublicApi(Set<String> packages, List<Class<?>> types) {
        this.packages = packages;
        this.types = types;
    }

    /** The API of the module in whose jar or folder this class is. */
    public static PublicApi of(Class<?> member) throws IOException {
        ModuleReference module =
                ModuleFinder.of(location(member)).findAll().stream().findFirst().orElseThrow();
        Set<String> packages = module.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(exports -> exports.source())
                .collect(Collectors.toCollection(TreeSet::new));
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> files = reader.list()) {
            for (String file :
                    files.filter(name -> name.endsWith(".class")).sorted().toList()) {
                String name =
                        file.substring(0, file.length() - ".class".length()).replace('/', '.');
                if (packages.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))
                        && !name.endsWith("-info")) {
                    Class<?> type = load(name, member.getClassLoader());
                    if (canBeSeen(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return new PublicApi(packages, types);
    }

    private static Path location(Class<?> member) {
        try {
            return Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** Fails if the API is not the one in the file, unless it is to be recorded. */
    public void requireRecorded(String module, Path file) throws IOException {
        List<String> now = lines();
        if (Boolean.getBoolean(RECORD)) {
            Files.writeString(file, String.join("\n", now) + "\n");
        }
        assertThat(changes(Files.readAllLines(file, UTF_8), now))
                .as(
                        "the public API differs from %s/%s. If that is intended, say so in CHANGELOG.md and record it:"
                                + " mvn -pl %s -am test -Dtest='*ApiTest' -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
                        module, file, module, RECORD)
                .isEmpty();
    }

    /** Lines that are gone, then lines that are new. */
    static List<String> changes(Collection<String> before, Collection<String> now) {
        return Stream.concat(
                        before.stream().filter(line -> !now.contains(line)).map(line -> "removed " + line),
                        now.stream().filter(line -> !before.contains(line)).map(line -> "added " + line))
                .toList();
    }

    /** Types in order of name, each followed by its members. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : types) {
            lines.add(header(type));
            lines.addAll(members(type).map(PublicApi::shown).sorted().toList());
        }
        return lines;
    }

    /**
     * Signatures that mention a type of this project which callers cannot see.
     *
     * @param others the APIs of the modules that this one requires transitively
     */
    public Set<String> leaks(PublicApi... others) {
        Set<String> visible = new TreeSet<>(packages);
        Arrays.stream(others).forEach(other -> visible.addAll(other.packages));
        return leaks(
                types,
                type -> !type.getName().startsWith("dev.jointly.")
                        || (visible.contains(type.getPackageName()) && canBeSeen(type)));
    }

    static Set<String> leaks(Collection<Class<?>> types, Predicate<Class<?>> visible) {
        Set<String> leaks = new TreeSet<>();
        for (Class<?> type : types) {
            Set<Type> mentioned = new LinkedHashSet<>();
            mention(type.getGenericSuperclass(), mentioned);
            mention(mentioned, type.getGenericInterfaces());
            bounds(type, mentioned);
            addLeaks(type.getName(), mentioned, visible, leaks);
            members(type).forEach(member -> addLeaks(shown(member), mentionedBy(member), visible, leaks));
        }
        return leaks;
    }

    private static void addLeaks(String where, Set<Type> mentioned, Predicate<Class<?>> visible, Set<String> leaks) {
        for (Type type : mentioned) {
            if (type instanceof Class<?> c && !visible.test(c)) {
                leaks.add(where + " mentions " + c.getName());
            }
        }
    }

    private static Set<Type> mentionedBy(Member member) {
        Set<Type> mentioned = new LinkedHashSet<>();
        if (member instanceof Field field) {
            mention(field.getGenericType(), mentioned);
        } else if (member instanceof Executable executable) {
            mention(mentioned, executable.getGenericParameterTypes());
            mention(mentioned, executable.getGenericExceptionTypes());
            bounds(executable, mentioned);
            if (executable instanceof Method method) {
                mention(method.getGenericReturnType(), mentioned);
            }
        }
        return mentioned;
    }

    private static void bounds(GenericDeclaration declaration, Set<Type> mentioned) {
        for (TypeVariable<?> variable : declaration.getTypeParameters()) {
            mention(mentioned, variable.getBounds());
        }
    }

    private static void mention(Set<Type> mentioned, Type... types) {
        for (Type type : types) {
            mention(type, mentioned);
        }
    }

    /** Adds the classes of which a type is made. */
    private static void mention(@Nullable Type type, Set<Type> mentioned) {
        if (type instanceof Class<?> c) {
            mentioned.add(c.isArray() ? innermost(c) : c);
        } else if (type instanceof ParameterizedType generic) {
            mention(generic.getRawType(), mentioned);
            mention(mentioned, generic.getActualTypeArguments());
        } else if (type instanceof GenericArrayType array) {
            mention(array.getGenericComponentType(), mentioned);
        } else if (type instanceof WildcardType wildcard) {
            mention(mentioned, wildcard.getUpperBounds());
            mention(mentioned, wildcard.getLowerBounds());
        }
    }

    private static Class<?> innermost(Class<?> array) {
        Class<?> component = array.getComponentType();
        return component.isArray() ? innermost(component) : component;
    }

    /** Fields, constructors and methods that callers or subclasses can use; a record's components are in its header. */
    private static Stream<Member> members(Class<?> type) {
        return Stream.<Member[]>of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream)
                .filter(member -> !member.isSynthetic() && canBeSeen(type, member.getModifiers()))
                .filter(member -> !everyTypeOfThisKindHas(type, member));
    }

    private static boolean everyTypeOfThisKindHas(Class<?> type, Member member) {
        Set<String> names = type.isRecord()
                ? Set.of("equals", "hashCode", "toString")
                : type.isEnum() ? Set.of("values", "valueOf") : Set.of();
        return member instanceof Method && names.contains(member.getName());
    }

    private static boolean canBeSeen(Class<?> type) {
        Class<?> owner = type.getDeclaringClass();
        return owner == null
                ? !type.isAnonymousClass() && !type.isLocalClass() && Modifier.isPublic(type.getModifiers())
                : canBeSeen(owner) && canBeSeen(owner, type.getModifiers());
    }

    private static boolean canBeSeen(Class<?> owner, int modifiers) {
        return Modifier.isPublic(modifiers)
                || (Modifier.isProtected(modifiers) && !Modifier.isFinal(owner.getModifiers()));
    }

    private static String shown(Member member) {
        return member instanceof Field field ? field.toGenericString() : ((Executable) member).toGenericString();
    }

    /** Not {@link Class#toGenericString()}, which tells of sealed types on some JDKs only. */
    private static String header(Class<?> type) {
        int modifiers = type.getModifiers() & SHOWN & (type.isInterface() ? ~Modifier.ABSTRACT : ~0);
        String header = Modifier.toString(modifiers)
                + (type.isSealed() ? " sealed " : " ")
                + (type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class")
                + " "
                + type.getName();
        if (type.getTypeParameters().length > 0) {
            header += listed("<", Arrays.stream(type.getTypeParameters()).map(PublicApi::declared), ">");
        }
        if (type.isRecord()) {
            header += listed("(", Arrays.stream(type.getRecordComponents()).map(PublicApi::shown), ")");
        }
        Type parent = type.getGenericSuperclass();
        if (parent != null && parent != Object.class && !type.isEnum() && !type.isRecord()) {
            header += " extends " + parent.getTypeName();
        }
        if (type.getGenericInterfaces().length > 0) {
            header += listed(
                    type.isInterface() ? " extends " : " implements ",
                    Arrays.stream(type.getGenericInterfaces()).map(Type::getTypeName),
                    "");
        }
        return header;
    }

    private static String declared(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getBounds())
                .filter(bound -> bound != Object.class)
                .map(Type::getTypeName)
                .collect(Collectors.joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static String shown(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static String listed(String before, Stream<String> items, String after) {
        return items.collect(Collectors.joining(", ", before, after));
    }
}
