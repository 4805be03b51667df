import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as runtime from 'react/jsx-runtime';
import { evaluate } from '@mdx-js/mdx';
import GithubSlugger from 'github-slugger';
import remarkGfm from 'remark-gfm';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { audienceOf } from '@/domain/build-token/platform';
import { githubBuildRecipe, gitlabBuildRecipe } from '@/domain/build-token/recipes';
import { gateRecipes } from '@/domain/report/gate-recipes';
import { scannerSetup } from '@/domain/scanner-setup/commands';
import type { ScannerSetupInput } from '@/domain/scanner-setup/addresses';
import { VARIABLES } from '@/env-variables';
import { NOT_READY } from '@/server/health/service';
import { METRICS } from '@/server/metrics/service/definitions';
import { LOG_EVENTS, LOG_FIELDS } from '@/server/platform/log-fields';
import remarkSections from './remark-sections.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The pages as `pages.ts` lists them: it cannot be imported here, as it imports Markdown. */
const hrefs = [...read('src/app/docs/pages.ts').matchAll(/href: '([^']+)'/g)].map(
  ([, href = '']) => href,
);
const sourceOf = (href: string) => `src/app${href}/page.mdx`;

const sectionSchema = z.object({
  sections: z.array(
    z.object({ id: z.string(), title: z.string(), depth: z.number(), text: z.string() }),
  ),
});

async function loadPage(href: string) {
  const source = read(sourceOf(href));
  const remarkPlugins = [remarkGfm, remarkSections];
  const page = await evaluate(source, { ...runtime, remarkPlugins });
  const html = renderToStaticMarkup(createElement(page.default));
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
  return {
    href,
    source,
    sections: sectionSchema.parse(page).sections,
    ids: all(/\sid="([^"]*)"/g),
    links: all(/\shref="([^"]*)"/g),
    labels: all(/data-label="([^"]*)"/g),
  };
}

const pages = await Promise.all(hrefs.map(loadPage));

describe.each(pages)('$href', ({ href, source, sections, ids, links, labels }) => {
  it('begins with its title, the only one', () => {
    expect(sections[0]?.depth).toBe(1);
    expect(sections.filter(({ depth }) => depth === 1)).toHaveLength(1);
    expect(source).toMatch(/^export const metadata = \{ title: '[^']+' \};\n/);
  });

  it('gives every heading an anchor of its own, and every block of code a name', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(sections.map(({ id }) => id)));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('links to pages and sections that are there', () => {
    const broken = links.filter((link) => {
      if (/^https:\/\//.test(link)) return false;
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? href : to;
      if (target === '/docs/api') return anchor !== undefined;
      const page = pages.find((other) => other.href === target);
      return !page || (anchor !== undefined && !page.ids.includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('links between the sources too, for who reads them in the repository', () => {
    const targets = [...source.matchAll(/\]\(([^)#]*page\.mdx)/g)].map(([, to = '']) => to);
    const folder = path.dirname(sourceOf(href));
    expect(targets.filter((to) => !existsSync(path.join(root, folder, to)))).toEqual([]);
  });
});

it('the first page names every other one', () => {
  const named = pages.find(({ href }) => href === '/docs')?.links ?? [];
  const others = pages.map(({ href }) => href).filter((href) => href !== '/docs');
  expect(others.filter((href) => !named.includes(href))).toEqual([]);
});

describe.each(['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'])('%s', (file) => {
  it('links to files and sections that are there', () => {
    const targets = [...read(file).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    expect(targets.length).toBeGreaterThan(0);
    const broken = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [to = '', anchor] = target.split('#');
      const found = path.join(path.dirname(file), to);
      if (!existsSync(path.join(root, found))) return true;
      return anchor !== undefined && !anchorsIn(read(found)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

function anchorsIn(markdown: string): string[] {
  const slugger = new GithubSlugger();
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugger.slug(title));
}

it('the README has at most 700 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
});

test.each([
  ['GitHub', githubBuildRecipe],
  ['GitLab', gitlabBuildRecipe],
])(
  'the pages print the pipeline without a key that the dashboard shows for %s',
  (_name, recipe) => {
    const publicUrl = 'https://eventide.example.com';
    const audience = audienceOf(publicUrl, '01931c5d-6b52-7c03-ad18-9e6c3f7b2041');
    const printed = pages.map(({ source }) => source).join('\n');
    expect(printed).toContain(recipe({ publicUrl, audience }).trimEnd());
  },
);

it.each(
  gateRecipes({ publicUrl: 'https://eventide.example.com', apiKey: 'evt_…' }).flatMap(
    ({ id, steps }) => steps.map(({ title, code }) => [`${id}: ${title}`, code.trimEnd()] as const),
  ),
)('the page on gates prints what the dashboard shows for %s', (_title, code) => {
  expect(read(sourceOf('/docs/gate'))).toContain(code);
});

describe('the recipes for scanners', () => {
  const input: ScannerSetupInput = {
    publicUrl: 'https://eventide.example.com:8443',
    scannerTlsPort: 443,
    apiKey: 'evt_…',
    caUrl: 'https://eventide.example.com:8443/scanner-ca.pem',
    databaseUrl: 'https://eventide.example.com:8443/xeol/databases/listing.json',
  };
  const printed = read('README.md') + pages.map(({ source }) => source).join('\n');
  const steps = scannerSetup(input).recipes.flatMap(({ id, steps: all }) =>
    all.map((step) => [`${id}: ${step.title}`, step.code.trimEnd()] as const),
  );

  it.each(steps)('print what the dashboard shows for %s', (_title, code) => {
    expect(printed).toContain(code);
  });

  it('print the shortest of them in the README', () => {
    const docker = steps.find(([title]) => title.startsWith('docker'));
    expect(read('README.md')).toContain(docker?.[1]);
  });
});

describe('the configuration', () => {
  /** Defaults that are worked out when the server starts. */
  const WORKED_OUT: Readonly<Record<string, string>> = {
    PUBLIC_URL: '`http://localhost:<PORT>`',
    DATA_DIR: '`.data`',
    AUTH_SECRET: 'generated',
  };
  const rows = read(sourceOf('/docs/configuration'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, names = '', standard = ''] = line.split('|');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, standard.trim()]);
    });
  const documented = new Map(rows.map(([name = '', standard = '']) => [name, standard]));
  // Set by npm's own scripts, and never by people.
  const variables = Object.entries(VARIABLES).filter(([name]) => name !== 'NODE_ENV');

  it('names every variable once, and none that means nothing', () => {
    const names = variables.map(([name]) => name).sort();
    expect(rows.map(([name]) => name).sort()).toEqual(names);
  });

  it.each(variables)('says the default of %s', (name, { read: reader }) => {
    const said = documented.get(name) ?? '';
    const standard: unknown = reader.parse(undefined);
    if (standard === undefined) expect(said).toBe(WORKED_OUT[name] ?? '');
    else expect(reader.parse(said.replaceAll('`', ''))).toBe(standard);
  });
});

describe('the page on operating', () => {
  const { source } = pages.find(({ href }) => href === '/docs/operate') ?? { source: '' };
  /** The rows of the table with these columns, without the spaces that line them up. */
  const tableOf = (...columns: readonly string[]) => {
    const rows = source.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const head = rows.findIndex((cells) => cells.join() === columns.join());
    const end = rows.findIndex((cells, index) => index > head && cells.length === 0);
    return rows.slice(head + 2, end);
  };
  const code = (text: string) => `\`${text}\``;

  it('lists every metric as the program has it', () => {
    const expected = Object.entries(METRICS).map(([name, { kind, labels, help }]) => [
      ...[code(labels.length > 0 ? `${name}{${labels.join(',')}}` : name), kind, help],
    ]);
    expect(tableOf('metric', 'kind', 'meaning')).toEqual(expected);
  });

  it('lists every field of the log as the program has it', () => {
    const expected = Object.entries(LOG_FIELDS).map(([name, meaning]) => [code(name), meaning]);
    expect(tableOf('field', 'meaning')).toEqual(expected);
  });

  it('lists every event of the log as the program has it', () => {
    const expected = Object.entries(LOG_EVENTS).map(([name, meaning]) => [code(name), meaning]);
    expect(tableOf('event', 'meaning')).toEqual(expected);
  });

  it('lists every word of /readyz', () => {
    expect(tableOf('word', 'meaning').map(([word]) => word)).toEqual(
      Object.keys(NOT_READY).map(code),
    );
  });
});

describe('what the pages have nginx do', () => {
  const blocks = pages.flatMap(({ source }) =>
    [...source.matchAll(/^ *```nginx\n([\s\S]*?)```/gm)].map(([, block = '']) => block),
  );

  it('takes uploads as large as Eventide does', () => {
    const sizes = blocks.flatMap((block) => [...block.matchAll(/client_max_body_size (\d+)m;/g)]);
    expect(sizes.map(([, size]) => Number(size) * 1_048_576)).toEqual([
      VARIABLES.MAX_SCAN_BYTES.read.parse(undefined),
    ]);
  });

  it('reports the address of whoever called, also where names are told apart before', () => {
    const byName = blocks.filter((block) => block.includes('ssl_preread on;'));
    expect(byName.length).toBeGreaterThan(0);
    for (const block of byName) {
      expect(block).toContain('proxy_protocol on;');
      const pages = /default +([\d.:]+);/.exec(block)?.[1] ?? 'none';
      // Whoever is handed the line has to read it, or take it off.
      const hops = [...block.matchAll(/xeol\.io +([\d.:]+);/g)].map(([, hop = '']) => hop);
      expect(hops).toHaveLength(2);
      for (const hop of hops) expect(block).toContain(`listen ${hop} proxy_protocol;`);
      const read = blocks.find((other) => other.includes(`listen ${pages} ssl proxy_protocol;`));
      expect(read).toContain('real_ip_header proxy_protocol;');
    }
  });
});

describe('the architecture', () => {
  it('names folders and files that are there', () => {
    const { source } = pages.find(({ href }) => href === '/docs/architecture') ?? { source: '' };
    const named = [...source.matchAll(/`((?:src|e2e|prisma|\.github)\/[^`<]+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    const missing = named
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(root, file)));
    expect(missing).toEqual([]);
  });
});
