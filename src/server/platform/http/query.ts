import type { Route } from '@/server/platform/trpc/route-table';

const INTEGER = /^[+-]?\d{1,15}$/;

/**
 * The query inputs of a route as values: integers where the schema wants numbers and the text is one,
 * else the text, so that the schema names the fault. Of a repeated name the last value counts, unless the schema
 * wants a list; names the route does not know are left out.
 */
export function queryInputs(route: Route, query: URLSearchParams): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const [name, kind] of route.queryKinds) {
    const texts = query.getAll(name);
    const text = texts.at(-1);
    if (text === undefined) continue;
    if (kind === 'list') inputs[name] = texts;
    else inputs[name] = kind === 'integer' && INTEGER.test(text) ? Number(text) : text;
  }
  return inputs;
}
