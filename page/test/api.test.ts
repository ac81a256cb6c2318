import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Client, named, operations, Refused, refusals, ServerGone, type Fetch } from "../src/api";
import { ShapeError, type Shape } from "../src/shape";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
}
interface DocumentedOperation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { content: Record<string, { schema: Schema }> }> };
}

const file = new URL("../../server/src/main/resources/dev/jointly/server/openapi.yaml", import.meta.url);
const document = parse(readFileSync(file, "utf8")) as Document;

function resolved(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : document.components.schemas[name];
}

/** What a client with this shape uses that the document does not promise. */
function unpromised(shape: Shape<unknown>, given: Schema | undefined, at: string): string[] {
  const schema = resolved(given);
  if (!schema) return [`${at}: not documented`];
  if (shape.kind === "enum") {
    const documented = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    const missing = documented.filter((value) => !shape.values?.includes(value));
    return documented.length ? missing.map((value) => `${at}: ${value} is not read`) : [`${at}: not an enumeration`];
  }
  if (shape.kind === "array" || shape.kind === "dictionary") {
    const item = shape.kind === "array" ? schema.items : schema.additionalProperties;
    return shape.item ? unpromised(shape.item, item, `${at}[]`) : [];
  }
  if (shape.kind === "object") {
    return Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
      const here = `${at}.${name}`;
      const required = schema.required?.includes(name) ?? false;
      const promise = field.optional || required ? [] : [`${here}: needed but not required`];
      return [...promise, ...unpromised(field.shape, schema.properties?.[name], here)];
    });
  }
  const type = [schema.type].flat().join(" or ");
  return type === shape.kind ? [] : [`${at}: ${type} instead of ${shape.kind}`];
}

describe("the client keeps to the OpenAPI document", () => {
  test.each(Object.entries(operations))("%s", (_, operation) => {
    const documented = document.paths[operation.path]?.[operation.method];
    expect(documented, `${operation.method} ${operation.path}`).toBeDefined();
    const names = documented?.parameters?.map((parameter) => parameter.name) ?? [];
    expect(names).toEqual(expect.arrayContaining([...operation.query]));
    if (operation.answer.kind !== "nothing") {
      const success = Object.entries(documented?.responses ?? {}).find(([status]) => status.startsWith("2"))?.[1];
      expect(unpromised(operation.answer, success?.content?.["application/json"]?.schema, "answer")).toEqual([]);
    }
  });

  test.each(Object.entries(named))("%s", (name, shape) => {
    expect(unpromised(shape, document.components.schemas[name], name)).toEqual([]);
  });

  test("refusals", () => {
    const schema = document.components.responses["Problem"]?.content["application/problem+json"]?.schema;
    expect(unpromised(refusals, schema, "refusal")).toEqual([]);
  });

  test("a field that is not documented is noticed", () => {
    const shape = named.Answer;
    const schema = structuredClone(document.components.schemas["Answer"]);
    delete schema?.properties?.["people"];
    schema!.required = schema!.required!.filter((name) => name !== "pins");
    expect(unpromised(shape, schema, "Answer")).toEqual([
      "Answer.pins: needed but not required",
      "Answer.people: not documented",
    ]);
  });
});

describe("the client", () => {
  const problem = {
    format: "jointly/problem@1",
    id: "one",
    anatomy: { parts: ["neck"], majors: ["neck"], limbs: [] },
    detections: [{ part: "neck", cost: -1 }],
  };

  function answering(status: number, body: string): { asked: [string, RequestInit][]; client: Client } {
    const asked: [string, RequestInit][] = [];
    const fetching: Fetch = async (url, init) => {
      asked.push([url, init]);
      return new Response(body, { status });
    };
    return { asked, client: new Client(fetching) };
  }

  test("fills paths and queries", async () => {
    const body = JSON.stringify({ ...problem, pairs: [] });
    const { asked, client } = answering(200, body);
    expect(await client.example()).toMatchObject({ name: "one", body });
    expect(asked.map(([url]) => url)).toEqual(["/api/v1/example/problem.json", "/api/v1/example/photo.jpg"]);
    const margins = answering(200, '{"margins":[]}');
    expect(await margins.client.exactMargins("s", [1, 2], new AbortController().signal)).toEqual([]);
    expect(margins.asked[0]![0]).toBe("/api/v1/sessions/s/margins?exact=true&joints=1%2C2&timeLimit=5s");
  });

  test("escapes ids and sends pins as the server reads them", async () => {
    const { asked, client } = answering(404, JSON.stringify({ type: "urn:jointly:error:no-such-session", title: "Not Found", status: 404, detail: "gone", requestId: "r" }));
    await expect(client.repin("a/b", [{ skip: 7 }])).rejects.toThrow(Refused);
    expect(asked[0]).toEqual(["/api/v1/sessions/a%2Fb/pins", { method: "PUT", body: '{"pins":[{"skip":7}]}' }]);
  });

  test("tells a refusal, a broken answer and a lost server apart", async () => {
    const refused = answering(409, JSON.stringify({ type: "urn:jointly:error:pins-conflict", title: "Conflict", status: 409, detail: "cannot all hold", requestId: "r", conflict: [{ skip: 1 }, { use: 1 }] }));
    await expect(refused.client.repin("s", [])).rejects.toMatchObject({ type: "pins-conflict", refusal: { conflict: [{ skip: 1 }, { use: 1 }] } });
    await expect(answering(200, "{}").client.example()).rejects.toThrow(ShapeError);
    await expect(answering(502, "<html>").client.example()).rejects.toThrow("answered 502");
    const gone = new Client(() => Promise.reject(new TypeError("failed to fetch")));
    await expect(gone.example()).rejects.toThrow(ServerGone);
  });

  test("says where an answer is not as documented", async () => {
    const broken = { ...problem, detections: [{ part: "neck", cost: "high" }] };
    await expect(answering(200, JSON.stringify(broken)).client.example()).rejects.toThrow(
      '/detections/0/cost: found "high" but expected a number',
    );
  });
});
