/** The parts of OpenAPI 3.1 that the API's document uses, as narrow as it uses them. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface ApiContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface JsonContent {
  readonly 'application/json': ApiContent;
}

export interface ApiRequestBody {
  readonly required: boolean;
  /** By media type; bodies that are not only JSON have other types beside it. */
  readonly content: JsonContent & Readonly<Record<string, ApiContent>>;
}

export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  /** Absent: the answer has no body. */
  readonly content?: JsonContent;
}

export interface ApiServer {
  readonly url: string;
  readonly description: string;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Alternatives; none for a public path. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly servers?: readonly ApiServer[];
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: ApiRequestBody;
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export type ApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type ApiPath = Readonly<Partial<Record<ApiMethod, ApiOperation>>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly ApiServer[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, ApiPath>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly headers: Readonly<
      Record<string, { readonly description: string; readonly schema: JsonSchema }>
    >;
  };
}

const REFERENCE = '#/components/schemas/';

export function referenceTo(name: string): JsonSchema {
  return { $ref: `${REFERENCE}${name}` };
}

/** The name of the component that a schema refers to, or null when it is written out. */
export function referredName(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(REFERENCE) ? schema.$ref.slice(REFERENCE.length) : null;
}
