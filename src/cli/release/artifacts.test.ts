import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesAsTheyAre } from './artifacts';

const files = await filesAsTheyAre(process.cwd());

test('dashboards and alerts are in a release', () => {
  expect(files).toMatchObject({
    'grafana-eventide.json': 'deploy/grafana/eventide.json',
    'grafana-end-of-life.json': 'deploy/grafana/end-of-life.json',
    'alerts.yaml': 'deploy/prometheus/alerts.yaml',
    'alerts.test.yaml': 'deploy/prometheus/alerts.test.yaml',
  });
});

test('the pages, which an installation has without the files, say how they are called there', () => {
  const pages = ['operate', 'assistants', 'install'].map((name) =>
    readFileSync(`src/app/docs/${name}/page.mdx`, 'utf8'),
  );
  for (const name of Object.keys(files).filter((file) => file !== 'CHANGELOG.md'))
    expect(pages.join('\n')).toContain(name);
});

test('the rules are named as their test names them', () => {
  expect(readFileSync('deploy/prometheus/alerts.test.yaml', 'utf8')).toContain(
    'rule_files: [alerts.yaml]',
  );
});
