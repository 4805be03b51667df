import type { TRPCClient } from '@trpc/client';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@/server/trpc/app-router';
import type { Send } from './batched-calls';

/** What is done with a procedure, or with a noun's. */
type Verb = 'queryOptions' | 'queryKey' | 'pathFilter' | 'mutationOptions';
type AnyFunction = (...args: never) => unknown;

/** tRPC's own types, without what is not offered here. */
type Offered<Nouns> = {
  readonly [
    Key in keyof Nouns as Nouns[Key] extends AnyFunction
      ? Extract<Key, Verb>
      : Exclude<Key, '~types'>
  ]: Nouns[Key] extends AnyFunction ? Nouns[Key] : Offered<Nouns[Key]>;
};

/** For TanStack Query: `trpc.image.list.queryOptions(input)`, its keys as those of what a page has prefetched. */
export type Procedures = Offered<TRPCOptionsProxy<AppRouter>>;

/** The procedures themselves: `calls.check.explain.mutate(input)`. */
export type Calls = TRPCClient<AppRouter>;

interface QueryOptions {
  readonly trpc?: { readonly abortOnUnmount?: boolean };
}

interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * tRPC's two clients over one way to send. Theirs can stream, subscribe and speak over sockets, which is five
 * times the code that this dashboard needs on each of its pages.
 */
export function createProcedures(send: Send): { readonly trpc: Procedures; readonly calls: Calls } {
  const options: Record<Verb, (path: readonly string[], ...args: never[]) => unknown> = {
    queryOptions: (path, input: unknown, given?: QueryOptions) => ({
      ...given,
      queryKey: queryKeyOf(path, input),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        send({
          type: 'query',
          path: path.join('.'),
          input,
          // A query that goes on after its page is there for the next one.
          ...(given?.trpc?.abortOnUnmount && { signal }),
        }),
    }),
    queryKey: queryKeyOf,
    pathFilter: (path, given?: object) => ({ ...given, queryKey: [path] }),
    mutationOptions: (path, given?: object) => ({
      ...given,
      mutationKey: [path],
      mutationFn: (input: unknown) => send({ type: 'mutation', path: path.join('.'), input }),
    }),
  };
  const direct = (type: 'query' | 'mutation') => {
    return (path: readonly string[], input: unknown, given?: CallOptions) =>
      send({ type, path: path.join('.'), input, ...given });
  };
  return {
    // The types are the router's, known to TypeScript alone; the proxies follow whatever path is named.
    trpc: namedBy(options) as Procedures,
    calls: namedBy({ query: direct('query'), mutate: direct('mutation') }) as Calls,
  };
}

function queryKeyOf(path: readonly string[], input: unknown) {
  return [path, { ...(input !== undefined && { input }), type: 'query' }];
}

type Verbs = Record<string, (path: readonly string[], ...args: never[]) => unknown>;

/** An object on which any path of names that ends in a verb is a function: it is given the path before the verb. */
function namedBy(verbs: Verbs, path: readonly string[] = []): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => {
      // Nobody waits for a path: it is no promise.
      if (typeof name !== 'string' || name === 'then') return undefined;
      return namedBy(verbs, [...path, name]);
    },
    apply: (_target, _this, args: never[]) =>
      verbs[path.at(-1) ?? '']?.(path.slice(0, -1), ...args),
  });
}
