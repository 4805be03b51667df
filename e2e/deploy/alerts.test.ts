import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { told } from './told';

test.each([
  ['takes the rules', ['check', 'rules', 'alerts.yaml']],
  ['fires them when they should, and only then', ['test', 'rules', 'alerts.test.yaml']],
])('Prometheus %s', (_what, args) => {
  const { status, stdout, stderr } = spawnSync(told('E2E_PROMTOOL'), args, {
    cwd: 'deploy/prometheus',
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
