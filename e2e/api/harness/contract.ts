import { expect } from 'vitest';
import { z } from 'zod';
import { apiPathOf } from '@/server/platform/http/mount';
import { RouteTable, routesOf, type Route } from '@/server/platform/trpc/route-table';
import { publicRouter } from '@/server/app-router';
import { expectDocumented } from '../valid-response';
import type { HttpAnswer } from './http';

/** Every REST path that the service has. */
export const servedRoutes: readonly Route[] = routesOf(publicRouter);
const table = new RouteTable(servedRoutes);

const fault = z.strictObject({
  loc: z.array(z.union([z.string(), z.number().int()])).min(1),
  msg: z.string().min(1),
  type: z.string().regex(/^[a-z_]+$/),
});
const faults = z.strictObject({ detail: z.array(fault).min(1) });
const problem = z.strictObject({ detail: z.string().min(1) });
const checkError = z.strictObject({
  result: z.null(),
  error: z.strictObject({ message: z.string().min(1) }),
});

export type Fault = z.infer<typeof fault>;

/** The routes at a path, by verb. */
function routesAt(target: string, apiHost?: string): readonly Route[] {
  const [pathname = ''] = target.split(/[?#]/);
  const path = apiPathOf(pathname, apiHost ?? null, apiHost)?.replace(/(.)\/$/, '$1');
  return [...((path === undefined ? null : table.match(path))?.routes.values() ?? [])];
}

interface Procedure {
  readonly _def: { readonly output?: unknown };
}

/** The schema that a procedure declares for what it returns. */
export function outputOf(route: Route): z.ZodType {
  // The router keeps its procedures flat, by dotted path; its type keeps them as the tree they were given as.
  const procedures = publicRouter._def.procedures as unknown as Record<
    string,
    Procedure | undefined
  >;
  const output = procedures[route.procedure]?._def.output;
  if (output instanceof z.ZodType) return output;
  throw new Error(`${route.procedure} declares no output`);
}

const trackedProblem = z.strictObject({
  status: z.number().int(),
  title: z.string().min(1),
  detail: z.string().min(1),
  errors: z.array(z.string()).min(1).optional(),
});

/** Checks an answer that is another product's: its own document says what it has, and our schemas what is in it. */
function expectDependencyTracks(
  what: string,
  route: Route | undefined,
  { status, text, headers }: HttpAnswer,
): unknown {
  if (text === '') {
    expect([200, 204, 304, 401, 405], what).toContain(status);
    return undefined;
  }
  const type = headers['content-type'];
  if (status < 300 && route) {
    expect(type, what).toMatch(/^application\/json/);
    const json: unknown = JSON.parse(text);
    expect(outputOf(route).safeParse(json).error, what).toBeUndefined();
    return json;
  }
  if (type === 'text/plain; charset=utf-8') {
    expect([400, 404, 409], what).toContain(status);
    return text;
  }
  expect(type, what).toBe('application/problem+json');
  const problem = trackedProblem.parse(JSON.parse(text));
  expect(problem.status, what).toBe(status);
  return problem;
}

/** Checks the rules that every answer of the API keeps, whatever was asked; returns its JSON. */
export function expectContract(
  asked: { readonly method: string; readonly target: string; readonly apiHost?: string },
  answer: HttpAnswer,
): unknown {
  const { method, target } = asked;
  const what = `${method} ${target} → ${String(answer.status)} ${answer.text.slice(0, 500)}`;
  expect(answer.headers['x-request-id'], what).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  expect(answer.headers, what).not.toHaveProperty('location');
  expect(answer.text, what).not.toMatch(/node_modules|\.[jt]s:\d+:\d|\bat \w+ \(/);
  const routes = routesAt(target, asked.apiHost);
  const route = routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (routes.some(({ api }) => api === 'dependency-track')) {
    return expectDependencyTracks(what, route, answer);
  }
  if (answer.status === 204 || method === 'HEAD') {
    expect(answer.text, what).toBe('');
    if (route && method !== 'HEAD')
      expectDocumented(route.method, route.path, answer.status, undefined);
    return undefined;
  }
  expect(answer.headers['content-type'], what).toMatch(/^application\/json/);
  const json: unknown = JSON.parse(answer.text);
  if (route) expectDocumented(route.method, route.path, answer.status, json);
  const schema =
    answer.status < 300 && route
      ? outputOf(route)
      : routes.some(({ errorBody }) => errorBody === 'envelope')
        ? checkError
        : answer.status === 422
          ? faults
          : problem;
  const parsed = schema.safeParse(json);
  expect(parsed.success, `${what}\n${parsed.success ? '' : z.prettifyError(parsed.error)}`).toBe(
    true,
  );
  return json;
}
