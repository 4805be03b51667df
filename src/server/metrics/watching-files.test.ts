import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it, test } from 'vitest';
import { alerts, expressions, panels } from '@/test/watching-files';
import { METRICS, type Definition } from './service/definitions';

/** Every name that is exposed, with its labels: histograms have three names. */
async function exposed(): Promise<Map<string, readonly string[]>> {
  const names = new Map<string, readonly string[]>();
  const definitions: [string, Definition][] = Object.entries(METRICS);
  for (const [name, { kind, labels }] of definitions) {
    if (kind !== 'histogram') names.set(name, labels);
    else
      for (const part of ['bucket', 'sum', 'count'])
        names.set(`${name}_${part}`, [...labels, 'le']);
  }
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of await registry.getMetricsAsJSON()) names.set(name, []);
  registry.clear();
  return names;
}
const names = await exposed();
const METRIC = /\b((?:eventide|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;

describe('the dashboard and the alerts', () => {
  it('are there', () => {
    expect(panels.length).toBeGreaterThan(15);
    expect(alerts.length).toBeGreaterThan(10);
  });

  it.each(expressions)('%s: asks for metrics and labels that there are: %s', (_title, expr) => {
    const used = [...expr.matchAll(METRIC)];
    expect(used.length).toBeGreaterThan(0);
    for (const [, name = '', selector = ''] of used) {
      expect([...names.keys()]).toContain(name);
      // Prometheus adds these to whatever it reads.
      const known = [...(names.get(name) ?? []), 'instance', 'job'];
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        expect(known).toContain(label);
    }
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(',').map((label) => label.trim()),
    );
    const all = new Set(used.flatMap(([, name = '']) => names.get(name) ?? []));
    for (const label of grouped) expect([...all, 'instance', 'job']).toContain(label);
  });

  it('use every metric of the service', () => {
    const text = expressions.map(([, expr]) => expr).join('\n');
    expect(Object.keys(METRICS).filter((name) => !text.includes(name))).toEqual([]);
  });
});

test('a table of several questions is one table, which Grafana makes of them only where it is told to', () => {
  const tables = panels.filter(({ type, targets }) => type === 'table' && targets.length > 1);
  expect(tables.length).toBeGreaterThan(0);
  for (const { title, transformations } of tables)
    expect({ title, first: transformations[0]?.id }).toEqual({ title, first: 'merge' });
});
