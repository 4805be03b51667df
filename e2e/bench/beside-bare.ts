import { atMost, inMs, percentile, timeInTurns, type Bench, type Line, type Work } from './runner';

export interface ReadAim {
  readonly turns: number;
  readonly warmUp: number;
  readonly maxP95Ms: number;
}

/** A read through the server's code, and what it is. */
export type Read = readonly [what: string, call: Work];

/** Each read, in turns with the same statements, prepared, on a plain connection. */
export async function besideBare(
  { server }: Pick<Bench, 'server'>,
  reads: readonly Read[],
  { turns, warmUp, maxP95Ms }: ReadAim,
): Promise<Line[]> {
  const lines: Line[] = [];
  // A plan for any parameters is no match for one that knows which filters are null: up to six times slower.
  await server.bare.query('SET plan_cache_mode = force_custom_plan');
  for (const [what, call] of reads) {
    const statements = await server.statementsOf(call);
    const bare = async () => {
      for (const statement of statements) await server.runBare(statement);
    };
    const { api, sql } = await timeInTurns({ api: call, sql: bare }, { turns, warmUp });
    const p95 = percentile(api, 95);
    lines.push({
      what,
      measured: `p50 ${inMs(percentile(api, 50))}, p95 ${inMs(p95)}`,
      ratio: `${(percentile(api, 50) / percentile(sql, 50)).toFixed(2)}x bare`,
      aim: atMost(p95, maxP95Ms, ' ms'),
    });
  }
  await server.bare.query('RESET plan_cache_mode');
  return lines;
}
