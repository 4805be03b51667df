import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument, ApiMethod, ApiOperation } from '@/domain/openapi/document';
import { publicRouter } from '@/server/app-router';
import { describeApi } from '@/server/openapi/document';

const DOCUMENT_ID = 'https://eventide.invalid/openapi.json';

/** Compiles schemas of the API's document, each once. */
export class DocumentedSchemas {
  // Strict mode would refuse the words of OpenAPI that are none of JSON Schema.
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ ...document, $id: DOCUMENT_ID });
  }

  operation(method: string, path: string): ApiOperation {
    // A verb that the path does not have is undefined, which the next line refuses.
    const operation = this.document.paths[path]?.[method.toLowerCase() as ApiMethod];
    if (!operation) throw new Error(`${method} ${path} is not documented`);
    return operation;
  }

  /** Tells the fault of a value by the schema at a place of the document; null when there is none. */
  faults(place: readonly string[], value: unknown): string | null {
    const pointer = place
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate =
      this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT_ID}#/${pointer}` });
    this.compiled.set(pointer, validate);
    return validate(value) ? null : this.ajv.errorsText(validate.errors);
  }
}

let schemas: DocumentedSchemas | null = null;

/**
 * Holds an answer against the API's document, and to no more than it says: clients are told to expect more of later releases.
 *
 * @param path the path as the document has it: `/projects/{id}`
 * @param body the parsed JSON; undefined when there was none
 * @throws Error when the document has no such answer, or another one
 */
export function expectDocumented(
  method: string,
  path: string,
  status: number,
  body: unknown,
): void {
  schemas ??= new DocumentedSchemas(describeApi(publicRouter));
  const what = `${method} ${path} → ${String(status)}`;
  const response = schemas.operation(method, path).responses[status];
  if (!response) throw new Error(`${what} is not documented`);
  if (!response.content) {
    if (body !== undefined) throw new Error(`${what} is documented without a body`);
    return;
  }
  const verb = method.toLowerCase();
  const place = [
    'paths',
    path,
    verb,
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const faults = schemas.faults(place, body);
  if (faults !== null) throw new Error(`${what} is not as documented: ${faults}`);
}
