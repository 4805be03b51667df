import type { Route } from '@/server/platform/trpc/route-table';

const INTEGER = /^[+-]?\d{1,15}$/;

/**
 * The query inputs of a route as values: integers where the schema wants numbers and the text is one,
 * else the text, so that the schema names the fault. The last of a repeated name counts; names the route
 * does not know are left out.
 */
export function queryInputs(route: Route, query: URLSearchParams): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const [name, kind] of route.queryKinds) {
    const text = query.getAll(name).at(-1);
    if (text === undefined) continue;
    inputs[name] = kind === 'integer' && INTEGER.test(text) ? Number(text) : text;
  }
  return inputs;
}
