import { readdirSync } from 'node:fs';
import { EXPORTS } from '@/app/export/exports';
import { FEED_FILES, FEED_PATH } from '@/domain/feed/address';
import { FEED_PATH as SCANNER_FEED, LISTING_NAME } from '@/domain/scanner-database/feed';
import { LIST_FORMATS } from '@/server/export/list-format';
import { FORECAST_DOCUMENT } from '@/server/listener/forecast-export';
import { ORGANIZATION_EXPORT } from '@/server/listener/organization-export';
import type { Records } from './records';
import type { Sample } from './sample';

const APP = new URL('../../../src/app/', import.meta.url);
/** The file that makes a folder a page. */
export const PAGE_FILE = /(?:^|\/)page\.(?:tsx|mdx)$/;
/** What a part of an address that no record stands for may be. */
const OTHER_PARTS: Readonly<Record<string, string>> = {
  slug: 'nodejs',
  group: 'images',
  token: 'x',
  '...rest': 'nowhere/at/all',
};
/** What `[id]` is an id of, by the part before it. */
const OF_ID: Readonly<Record<string, string>> = {
  ...{ clusters: 'cluster', plans: 'plan', messages: 'channel', teams: 'team' },
};

/** What the files below a folder are of. */
const OF_FILE: Readonly<Record<string, string>> = {
  ...{ images: 'image', projects: 'supportPromise', clusters: 'cluster' },
};

/** The folders of `src/app` with some files, as paths: with the names of parts that differ, and without groups. */
export function pathsOf(file: RegExp): string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((name) => file.test(name))
    .map((name) => name.split('/').slice(0, -1))
    .map((parts) => `/${parts.filter((part) => !part.startsWith('(')).join('/')}`)
    .toSorted();
}

/** The address of every page, of records where it shows one. @throws Error for a part of which nothing is known */
export function pagesOf(records: Records): string[] {
  return pathsOf(PAGE_FILE).map((path) =>
    path.replaceAll(/\[(.+?)\]/g, (_all, part: string, at: number) => {
      const before = path.slice(0, at).split('/').at(-2) ?? '';
      return partOf(records, before, part, path);
    }),
  );
}

function partOf({ ids }: Records, before: string, part: string, path: string): string {
  const noun = part === 'id' ? OF_ID[before] : part.replace(/Id$/, '');
  const found = OTHER_PARTS[part] ?? ids[noun ?? ''];
  if (found === undefined) throw new Error(`Nothing is known of [${part}] in ${path}`);
  return found;
}

/** The address of every file that can be exported. */
export function filesOf({ ids }: Records): string[] {
  const idIn = (path: string) => ids[OF_FILE[path.split('/')[1] ?? ''] ?? ''] ?? '';
  const lists = EXPORTS.flatMap(({ path }) =>
    LIST_FORMATS.map((format) => path.replace('{id}', idIn(path)).replace(/csv$/, format)),
  );
  const documents = ['json', 'csv', 'pdf'].map(
    (format) => `/evidence-packs/${ids['pack'] ?? ''}/pack.${format}`,
  );
  const others = [FORECAST_DOCUMENT, ORGANIZATION_EXPORT];
  const outlives = `/projects/${ids['supportPromise'] ?? ''}/outlives.pdf`;
  return [...lists, ...documents, ...others, outlives].map((path) => `/export${path}`);
}

/** What a token shows of an organization without a sign-in. */
export function feedsOf({ feedToken, texts }: Records): string[] {
  const products = ['nodejs', texts['product'] ?? ''].map((slug) => `endoflife/${slug}.json`);
  return [...FEED_FILES, ...products].map((file) => `${FEED_PATH}${feedToken}/${file}`);
}

/** What else is read by address. */
export const OTHERS = [
  ...[`${SCANNER_FEED}${LISTING_NAME}`, '/certificate', '/docs/search-index', '/version'],
  ...['/healthz', '/livez', '/readyz', '/scanner-ca.pem', '/cli/eventide.mjs', '/favicon.ico'],
  ...['/api/auth/session', '/api/auth/csrf', '/api/auth/providers', '/api/auth/signin'],
  ...['/api/auth/callback/oidc?code=x&state=y', '/api/auth/error?error=x'],
];

interface Browser {
  readonly cookie: string;
  readonly origin: string;
  /** What is to be shown by whoever reads metrics. */
  readonly metricsToken: string;
}

/** Pages, files, feeds and what else is read by address; and what forms send. */
export function addresses({ cookie, origin, metricsToken }: Browser, records: Records): Sample[] {
  const targets = [
    ...pagesOf(records).map((page) => `${page}?q=a&page=2&sort=name`),
    ...filesOf(records).map((file) => `${file}?q=a&state=ended`),
    ...OTHERS,
  ];
  const read = targets.map((target) => ({
    ...{ name: target, method: 'GET', target, headers: { cookie }, body: null },
  }));
  const feeds = feedsOf(records).map((target) => ({
    // Its secret is nobody's to read in a list of faults.
    name: target.replace(records.feedToken, '…'),
    ...{ method: 'GET', target, headers: {}, body: null },
  }));
  const form = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = (name: string, target: string, body: string) => ({
    ...{ name, method: 'POST', target, headers: form, body: Buffer.from(body) },
  });
  return [
    ...read,
    ...feeds,
    {
      ...{ name: 'metrics', method: 'GET', target: '/metrics', body: null },
      headers: { authorization: `Bearer ${metricsToken}` },
    },
    {
      ...{ name: 'organization', method: 'POST', target: `/export${ORGANIZATION_EXPORT}` },
      ...{ headers: { cookie, origin }, body: null },
    },
    sent(
      'sign in',
      '/api/auth/callback/credentials',
      'csrfToken=x&email=somebody%40example.com&password=x&json=true',
    ),
    {
      ...{ name: 'sign in, as JSON', method: 'POST', target: '/api/auth/callback/credentials' },
      headers: { origin, 'content-type': 'application/json' },
      body: Buffer.from('{"csrfToken":"x","email":"somebody@example.com","password":"x"}'),
    },
    sent('one click', '/unsubscribe/x/one-click', 'List-Unsubscribe=One-Click'),
  ];
}
