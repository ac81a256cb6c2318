/**
 * Shapes of JSON documents. A shape reads a value of unknown origin or says what is wrong with it, gives TypeScript its type,
 * and lists its fields, so that a test can hold them against the OpenAPI document.
 */
export interface Shape<T> {
  readonly kind: string;
  /** Of objects: whether each field is optional, and its shape. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Of lists and dictionaries. */
  readonly item?: Shape<unknown>;
  /** Of enumerations. */
  readonly values?: readonly string[];
  read(value: unknown, at: string): T;
}

export interface Field {
  readonly optional: boolean;
  readonly shape: Shape<unknown>;
}

export type Of<S> = S extends Shape<infer T> ? T : never;

export class ShapeError extends Error {}

function wrong(at: string, value: unknown, expected: string): ShapeError {
  const found = value === undefined ? "nothing" : JSON.stringify(value).slice(0, 60);
  return new ShapeError(`${at || "/"}: found ${found} but expected ${expected}`);
}

/** @param is whether a value is one of these */
function plain<T>(kind: string, expected: string, is: (value: unknown) => boolean): Shape<T> {
  return {
    kind,
    read(value, at) {
      if (!is(value)) throw wrong(at, value, expected);
      return value as T;
    },
  };
}

export const text = plain<string>("string", "text", (value) => typeof value === "string");
export const number = plain<number>("number", "a number", (value) => typeof value === "number");
export const integer = plain<number>("integer", "a whole number", Number.isInteger);
export const integerOrNull = plain<number | null>("integer or null", "a whole number", (value) => value === null || Number.isInteger(value));
export const truth = plain<boolean>("boolean", "true or false", (value) => typeof value === "boolean");

export function oneOf<const V extends readonly string[]>(...values: V): Shape<V[number]> {
  return {
    kind: "enum",
    values,
    read(value, at) {
      if (typeof value !== "string" || !values.includes(value)) throw wrong(at, value, values.join(" or "));
      return value;
    },
  };
}

export function list<T>(item: Shape<T>): Shape<T[]> {
  return {
    kind: "array",
    item,
    read(value, at) {
      if (!Array.isArray(value)) throw wrong(at, value, "a list");
      return value.map((each, i) => item.read(each, `${at}/${i}`));
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function dictionary<T>(item: Shape<T>): Shape<Record<string, T>> {
  return {
    kind: "dictionary",
    item,
    read(value, at) {
      if (!isObject(value)) throw wrong(at, value, "an object");
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item.read(each, `${at}/${key}`)]));
    },
  };
}

type Shapes = Record<string, Shape<unknown>>;
type Required<F extends Shapes> = { [K in keyof F]: Of<F[K]> };
type Optional<F extends Shapes> = { [K in keyof F]?: Of<F[K]> };

/** Fields that are not named are ignored. */
export function object<R extends Shapes, O extends Shapes>(
  required: R,
  optional: O = {} as O,
): Shape<Required<R> & Optional<O>> {
  const fields: Record<string, Field> = {};
  for (const [name, shape] of Object.entries(required)) fields[name] = { optional: false, shape };
  for (const [name, shape] of Object.entries(optional)) fields[name] = { optional: true, shape };
  return {
    kind: "object",
    fields,
    read(value, at) {
      if (!isObject(value)) throw wrong(at, value, "an object");
      const read: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        if (value[name] !== undefined || !field.optional) {
          read[name] = field.shape.read(value[name], `${at}/${name}`);
        }
      }
      return read as Required<R> & Optional<O>;
    },
  };
}

/** Checks a value as another shape does, but gives it back as it came, with the fields that are not named. */
export function whole<T>(shape: Shape<T>): Shape<T> {
  return {
    ...shape,
    read(value, at) {
      shape.read(value, at);
      return value as T;
    },
  };
}
