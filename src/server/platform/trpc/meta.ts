import type { OpenApiMeta } from 'trpc-openapi';
import type { z } from 'zod';
import type { JsonSchema } from '@/domain/openapi/document';
import type { Permission } from '@/domain/roles/permissions';
import type { Tag } from './tags';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, any signed-in caller, a caller acting in an organization, or an operator. */
export type Access = 'public' | 'signed-in' | 'organization' | 'operator';

/** A status that a path answers by rules of its own: what is missing, what is in the way. */
export type DeclaredError = 400 | 403 | 404 | 409 | 429 | 503;

/** How the REST adapter serves a procedure, beyond what the OpenAPI document needs. */
export interface RestRoute {
  readonly method: RestMethod;
  /** Relative to the API's base, `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly successStatus: 200 | 201 | 204;
  /**
   * The source of the procedure's `body` input: a JSON document, a text, a scan upload (streamed through the
   * filter that drops what must not be kept), a report of what runs in a cluster (streamed the same way), the fields of
   * a form that carries an SBOM (`bom`), or nothing. An SBOM in any format is no input: the context has it. What is
   * `ignored` is read to its end and thrown away.
   */
  readonly body:
    | 'none'
    | 'json'
    | 'optional-json'
    | 'text'
    | 'scan'
    | 'sbom'
    | 'bom'
    | 'cluster-report'
    | 'ignored';
  /** Also served at the root of the host, where stock scanners call. */
  readonly atRoot: boolean;
  /** Errors beyond those that follow from access, body and parameters. The API's document names them all. */
  readonly errors: readonly DeclaredError[];
  /** Media types that it answers beside JSON, where the caller asks for one. */
  readonly alsoAnswers: readonly string[];
  /** JSON of another shape that it answers where the caller asks for it. */
  readonly otherJson: readonly JsonSchema[];
  /** `detail`, the envelope of the check endpoint, or as Dependency-Track writes errors. */
  readonly errorBody: 'detail' | 'envelope' | 'dependency-track';
  /**
   * Whose API it is a part of. What follows another product's is described by that one and not in our document, and an
   * organization can switch it off.
   */
  readonly api: 'eventide' | 'dependency-track';
}

export interface ProcedureMeta extends OpenApiMeta {
  readonly access?: Access;
  readonly permission?: Permission;
  /** For a path that names its organization: the permission that the caller's role there must allow. */
  readonly named?: Permission;
  /** The permission that the role of a key must allow; people may call whatever their role is. */
  readonly keyPermission?: Permission;
  /** A replica of the database may answer it. */
  readonly mayLag?: boolean;
  readonly rest?: RestRoute;
}

interface RestDescription {
  readonly method: RestMethod;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: Tag;
  readonly success?: 200 | 201 | 204;
  readonly errors?: readonly DeclaredError[];
  readonly alsoAnswers?: readonly string[];
  readonly otherJson?: readonly JsonSchema[];
  readonly errorBody?: RestRoute['errorBody'];
  readonly api?: RestRoute['api'];
  /** Headers that are read beyond the common ones; for the document alone. */
  readonly headers?: z.ZodObject;
  readonly body?: RestRoute['body'];
  readonly atRoot?: boolean;
  readonly public?: boolean;
}

/** The meta of a procedure that is a REST path: the part for the document and the part for the adapter. */
export function rest(description: RestDescription): Pick<ProcedureMeta, 'openapi' | 'rest'> {
  const { method, path, summary, tag, api = 'eventide' } = description;
  return {
    openapi: {
      method,
      path,
      summary,
      ...(description.description ? { description: description.description } : {}),
      tags: [tag],
      ...(description.headers ? { requestHeaders: description.headers } : {}),
      protect: !description.public,
      enabled: api === 'eventide',
    },
    rest: {
      method,
      path,
      successStatus: description.success ?? 200,
      body: description.body ?? 'none',
      atRoot: description.atRoot ?? false,
      errors: description.errors ?? [],
      alsoAnswers: description.alsoAnswers ?? [],
      otherJson: description.otherJson ?? [],
      errorBody: description.errorBody ?? 'detail',
      api,
    },
  };
}
