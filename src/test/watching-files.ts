import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

const dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
      transformations: z.array(z.object({ id: z.string() })).default([]),
    }),
  ),
});
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

/** Of the dashboard for Grafana. */
export const panels = dashboard.parse(JSON.parse(read('grafana/eventide.json'))).panels;

/** Of the rules for Prometheus. */
export const alerts = rules
  .parse(parse(read('prometheus/alerts.yaml')))
  .groups.flatMap((group) => group.rules);

/** What panels and alerts ask of Prometheus, each with its title. */
export const expressions = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
];
