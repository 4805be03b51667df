/** What `npm run test:deploy` has looked for, and tells its tests by the environment. */
export type Told =
  | 'E2E_HELM'
  | 'E2E_KUBERNETES_SCHEMAS'
  | 'E2E_MONITOR_SCHEMA'
  | 'E2E_PROMETHEUS'
  | 'E2E_PROMTOOL'
  | 'E2E_SYSTEMD_ANALYZE';

/** Where it is. */
export function told(name: Told): string {
  const value = process.env[name];
  if (!value) throw new Error('Run `npm run test:deploy`');
  return value;
}
