import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import type { ProcedureMeta, RestMethod, RestRoute } from './meta';

/** A REST path with the procedure behind it. */
export interface Route extends RestRoute {
  /** Dotted path of the procedure in the router. */
  readonly procedure: string;
  readonly access: NonNullable<ProcedureMeta['access']>;
  readonly permission: ProcedureMeta['permission'] | null;
  readonly keyPermission: ProcedureMeta['keyPermission'] | null;
  readonly pathParameters: readonly string[];
  /** The input schema as the procedure declares it, for listing faults before a call. */
  readonly input: z.ZodType | null;
  /** Names of the query inputs and what they are, for turning text into values. */
  readonly queryKinds: ReadonlyMap<string, QueryKind>;
}

/** `list`: every value of a repeated name. */
export type QueryKind = 'text' | 'integer' | 'list';

export interface RouteMatch {
  /** The routes at this path by verb. */
  readonly routes: ReadonlyMap<RestMethod, Route>;
  /** Values of the path's parameters, in order; each route has its own names for them. */
  readonly values: readonly string[];
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | null;
  readonly routes: Map<RestMethod, Route>;
}

const newNode = (): Node => ({
  literals: new Map(),
  parameter: null,
  routes: new Map(),
});

/**
 * The REST paths of a router as a trie of segments, literals before parameters. Built once; a look-up
 * costs one map access a segment.
 */
export class RouteTable {
  private readonly root = newNode();

  constructor(readonly routes: readonly Route[]) {
    for (const route of routes) this.add(route);
  }

  /** The routes at a path (without base, query and trailing slash), or null for an unknown path. */
  match(path: string): RouteMatch | null {
    const segments = path.split('/').slice(1);
    const values: string[] = [];
    const node = descend(this.root, segments, 0, values);
    return node ? { routes: node.routes, values: values.reverse() } : null;
  }

  private add(route: Route): void {
    let node = this.root;
    for (const segment of route.path.replace(/\/$/, '').split('/').slice(1)) {
      if (segment.startsWith('{')) {
        node.parameter ??= newNode();
        node = node.parameter;
      } else {
        const next = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    if (node.routes.has(route.method))
      throw new Error(`Two procedures serve ${route.method} ${route.path}`);
    node.routes.set(route.method, route);
  }
}

/** Finds the node of a path, and gathers the parameters' values from the last to the first. */
function descend(
  node: Node,
  segments: readonly string[],
  depth: number,
  values: string[],
): Node | null {
  const segment = segments[depth];
  if (segment === undefined) return node.routes.size > 0 ? node : null;
  const literal = node.literals.get(segment);
  const found = literal && descend(literal, segments, depth + 1, values);
  if (found) return found;
  if (!node.parameter || segment === '') return null;
  const below = descend(node.parameter, segments, depth + 1, values);
  if (below) values.push(decodeSegment(segment));
  return below;
}

/** A segment that is not valid percent-encoding stays as it is: it names nothing, and validation says so. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Reads every procedure that carries REST meta out of a router. */
export function routesOf(router: AnyRouter): Route[] {
  const procedures: Record<string, { _def: { meta?: unknown; inputs?: unknown[] } }> =
    router._def.procedures;
  return Object.entries(procedures).flatMap(([procedure, { _def }]) => {
    // tRPC types a procedure's meta as unknown once the router is erased to AnyRouter; init.ts fixes its shape.
    const meta = (_def.meta ?? {}) as ProcedureMeta;
    if (!meta.rest) return [];
    const pathParameters = [...meta.rest.path.matchAll(/\{(.+?)\}/g)].map(
      (match) => match[1] ?? '',
    );
    return [
      {
        ...meta.rest,
        procedure,
        access: meta.access ?? 'organization',
        permission: meta.permission ?? null,
        keyPermission: meta.keyPermission ?? null,
        pathParameters,
        input: _def.inputs?.find((input) => input instanceof z.ZodType) ?? null,
        queryKinds: queryKindsOf(_def.inputs ?? [], pathParameters),
      },
    ];
  });
}

const KIND_OF_TYPE: ReadonlyMap<string, QueryKind> = new Map(
  Object.entries({ number: 'integer', array: 'list' }),
);

function queryKindsOf(
  inputs: readonly unknown[],
  pathParameters: readonly string[],
): Map<string, QueryKind> {
  const kinds = new Map<string, QueryKind>();
  for (const input of inputs) {
    for (const [name, schema] of Object.entries(shapeOf(input))) {
      if (name === 'body' || pathParameters.includes(name)) continue;
      kinds.set(name, KIND_OF_TYPE.get(innermostType(schema)) ?? 'text');
    }
  }
  return kinds;
}

interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Record<string, unknown>;
  readonly innerType?: unknown;
  readonly in?: unknown;
}

/** zod's own description of a schema; every zod 4 schema carries one at `def`. */
function definitionOf(schema: unknown): SchemaDefinition | null {
  if (typeof schema !== 'object' || schema === null || !('def' in schema)) return null;
  return schema.def as SchemaDefinition; // the documented introspection surface of zod 4, untyped for unknown schemas
}

function shapeOf(schema: unknown): Record<string, unknown> {
  const definition = definitionOf(schema);
  return definition?.shape ?? (definition?.innerType ? shapeOf(definition.innerType) : {});
}

function innermostType(schema: unknown): string {
  const definition = definitionOf(schema);
  if (!definition) return 'unknown';
  const inner = definition.innerType ?? definition.in;
  return inner ? innermostType(inner) : definition.type;
}
