import {
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type ApiPath,
  type JsonSchema,
  referredName,
} from '@/domain/openapi/document';
import { partsOf } from '@/domain/openapi/reading';
import { mapSchema } from './schemas';

/**
 * Takes out of a document that answers have no other fields than it lists. It is so today, and no promise: nearly each release
 * adds fields, and a client that was generated from the document of the one before would refuse its answers. What requests are
 * read by stays as it is, also where an answer is of the same form, as a file is.
 */
export function withOpenAnswers(document: ApiDocument): ApiDocument {
  const { components } = document;
  const asked = askedIn(document);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    asked.has(name) ? schema : opened(schema),
  ]);
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    openedPath(methods),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  };
}

function openedPath(methods: ApiPath): ApiPath {
  const all = Object.entries(methods).map(([method, operation]) => [method, openedIn(operation)]);
  return Object.fromEntries(all) as Partial<Record<ApiMethod, ApiOperation>>; // of the same methods
}

function openedIn(operation: ApiOperation): ApiOperation {
  const responses = Object.entries(operation.responses).map(
    ([status, { content, ...response }]) => {
      if (!content) return [status, response];
      const json = content['application/json'];
      const open = { ...json, schema: opened(json.schema) };
      return [status, { ...response, content: { ...content, 'application/json': open } }];
    },
  );
  return { ...operation, responses: Object.fromEntries(responses) };
}

function opened(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === undefined || additionalProperties === false
      ? rest
      : { ...rest, additionalProperties },
  );
}

/** Names the components that requests are read by. */
function askedIn({ paths, components }: ApiDocument): ReadonlySet<string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const pending = operations.flatMap(({ parameters, requestBody }) => [
    ...parameters.map(({ schema }) => schema),
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
  ]);
  const names = new Set<string>();
  for (let schema = pending.pop(); schema; schema = pending.pop()) {
    const name = referredName(schema);
    const model = name === null ? undefined : components.schemas[name];
    if (name !== null && model && !names.has(name)) {
      names.add(name);
      pending.push(model);
    }
    pending.push(...partsOf(schema));
  }
  return names;
}
