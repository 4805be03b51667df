import type { OpenApiMeta } from 'trpc-openapi';
import type { Permission } from '@/domain/roles/permissions';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, any signed-in caller, or a caller acting in an organization. */
export type Access = 'public' | 'signed-in' | 'organization';

/** How the REST adapter serves a procedure, beyond what the OpenAPI document needs. */
export interface RestRoute {
  readonly method: RestMethod;
  /** Relative to the API's base, `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly successStatus: 200 | 201 | 204;
  /**
   * What the procedure's `body` input comes from: a JSON document, a scan upload (streamed through the
   * filter that drops what must not be kept), or nothing.
   */
  readonly body: 'none' | 'json' | 'optional-json' | 'scan';
  /** Also served at the root of the host, where stock scanners call. */
  readonly atRoot: boolean;
}

export interface ProcedureMeta extends OpenApiMeta {
  readonly access?: Access;
  readonly permission?: Permission;
  /** For a path that names its organization: what the caller's role there must allow. */
  readonly named?: Permission;
  /** What the role of a key must allow; people may whatever their role is. */
  readonly keyPermission?: Permission;
  readonly rest?: RestRoute;
}

interface RestDescription {
  readonly method: RestMethod;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly success?: 200 | 201 | 204;
  readonly body?: RestRoute['body'];
  readonly atRoot?: boolean;
  readonly public?: boolean;
}

/** The meta of a procedure that is a REST path: the part for the document and the part for the adapter. */
export function rest(description: RestDescription): Pick<ProcedureMeta, 'openapi' | 'rest'> {
  const { method, path, summary, tag } = description;
  return {
    openapi: {
      method,
      path,
      summary,
      ...(description.description ? { description: description.description } : {}),
      tags: [tag],
      protect: !description.public,
    },
    rest: {
      method,
      path,
      successStatus: description.success ?? 200,
      body: description.body ?? 'none',
      atRoot: description.atRoot ?? false,
    },
  };
}
