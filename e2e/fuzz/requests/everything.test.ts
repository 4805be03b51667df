import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPORTS } from '@/app/export/exports';
import { FEED_FILES } from '@/domain/feed/address';
import { feedAddressOf } from '@/domain/feed/path';
import { TOOLS } from '@/server/assistant/service/tool-server';
import { matchExport } from '@/server/export/export-route';
import { LIST_FORMATS } from '@/server/export/list-format';
import { FORECAST_DOCUMENT } from '@/server/listener/forecast-export';
import { ORGANIZATION_EXPORT } from '@/server/listener/organization-export';
import { isOutlivesPath } from '@/server/listener/outlives-export';
import { isPackPath } from '@/server/listener/pack-export';
import { addresses, feedsOf, filesOf, pagesOf, pathsOf } from './addresses';
import { plausible } from './plausible';
import { programs, questionsOn } from './programs';
import { procedures } from './recorded';
import { NOUNS, nounOf, type Records } from './records';

const idOf = (number: number) => `01931c5d-6b52-7c03-ad18-${String(number).padStart(12, '0')}`;
const records: Records = {
  ids: Object.fromEntries(NOUNS.map((noun, number) => [noun, idOf(number)])),
  texts: { project: 'a project', product: 'a-product' },
  feedToken: 'evf_x',
};
const scans = ['/v1/scan', '/v2/scan'].map((target) => ({
  ...{ name: target, method: 'PUT', target, headers: {}, body: null },
}));
const browser = { cookie: 'a=b', origin: 'http://127.0.0.1', metricsToken: 'x' };

/** What of the caller's own, or made by nothing but the dashboard, no record is made of. */
const WITHOUT_RECORD = [
  ...['account.putNoticeAway id', 'catalog.clearOverride id'],
  ...['savedView.change id', 'savedView.delete id', 'session.end id'],
];

describe('what is changed and sent', () => {
  it('has every page, with records in the place of what differs', () => {
    const pages = pagesOf(records);
    expect(pages).toHaveLength(globSync('src/app/**/page.{tsx,mdx}').length);
    expect(pages.filter((page) => /[[\]()]/.test(page))).toEqual([]);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages).toContain(`/teams/${records.ids['team'] ?? ''}`);
  });

  it('has something for every handler of requests', () => {
    const samples = [...addresses(browser, records), ...programs('x', records, scans)];
    const targets = samples.map(({ target }) => target);
    const handled = pathsOf(/(?:^|\/)route\.ts$/).map((path) => path.replace(/\[.*$/, ''));
    // What is below these is asked for by the routes of the API's document and by the dashboard's calls.
    const left = handled.filter((path) => !['/api/', '/api/trpc/'].includes(path));
    expect(left.length).toBeGreaterThan(10);
    expect(left.filter((path) => !targets.some((target) => target.startsWith(path)))).toEqual([]);
  });

  it('has every file that can be exported', () => {
    const files = filesOf(records).map((file) => file.replace(/^\/export/, ''));
    const matched = files.flatMap((file) => {
      const match = matchExport(EXPORTS, file);
      return match ? [`${match.route.path} ${match.format}`] : [];
    });
    const wanted = EXPORTS.flatMap(({ path }) => LIST_FORMATS.map((format) => `${path} ${format}`));
    expect(matched.toSorted()).toEqual(wanted.toSorted());
    expect(files).toEqual(expect.arrayContaining([FORECAST_DOCUMENT, ORGANIZATION_EXPORT]));
    expect(filesOf(records).filter(isPackPath)).toHaveLength(3);
    expect(filesOf(records).filter(isOutlivesPath)).toHaveLength(1);
  });

  it('has every file of a feed', () => {
    const wanted = feedsOf(records).map((path) => feedAddressOf(path).wanted);
    expect(wanted).not.toContain(null);
    expect(wanted).toEqual(expect.arrayContaining(FEED_FILES.map((file) => ({ file }))));
    expect(wanted).toContainEqual({ product: 'nodejs' });
  });

  it('has every question of assistants', () => {
    expect(Object.keys(questionsOn(records)).toSorted()).toEqual(
      TOOLS.map(({ name }) => name).toSorted(),
    );
  });

  it('names a record in every input of the dashboard that wants one', () => {
    const nouns: readonly string[] = NOUNS;
    const without = procedures().flatMap(({ name, inputs: [input] }) => {
      const missing: string[] = [];
      if (input) {
        plausible(input, (property, format) => {
          const isKnown = format !== 'uuid' || nouns.includes(nounOf(name, property));
          if (!isKnown) missing.push(`${name} ${property}`);
          return undefined;
        });
      }
      return missing;
    });
    expect(without.toSorted()).toEqual(WITHOUT_RECORD);
  });
});
