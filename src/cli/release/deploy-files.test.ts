import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadEnv } from '@/env';
import { isVariableName, VARIABLES } from '@/env-variables';
import { temporaryFolder } from '@/test/files';

const read = (path: string) => readFileSync(path, 'utf8');

const manifest = z
  .object({ version: z.string(), scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(read('package.json')));
const dockerfile = read('Dockerfile');
/** What is shipped is made by the last stage. */
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const unit = read('deploy/systemd/eventide.service');

/** What follows one word at the beginning of a line, which is there once. */
function lineOf(text: string, word: string): string {
  const found = [...text.matchAll(new RegExp(`^${word}(.*)$`, 'gm'))].map(([, rest = '']) => rest);
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

/** `A=1 B=2`, as a Dockerfile and a unit write variables. */
function assignments(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/(\w+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

const imageEnv = assignments(lineOf(lastStage, 'ENV '));

test('the lock file, the chart and the image have the version of the project', () => {
  const { version } = manifest;
  const locked = z
    .object({
      version: z.string(),
      packages: z.looseObject({ '': z.object({ version: z.string() }) }),
    })
    .parse(JSON.parse(read('package-lock.json')));
  expect([locked.version, locked.packages[''].version]).toEqual([version, version]);
  const chart = z
    .object({ version: z.string(), appVersion: z.string() })
    .parse(parse(read('deploy/helm/eventide/Chart.yaml')));
  expect(chart).toEqual({ version, appVersion: version });
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
});

test('the image and the unit start what `npm start` does', () => {
  const command = z.array(z.string()).parse(JSON.parse(lineOf(lastStage, 'CMD ')));
  expect(command.join(' ')).toBe(manifest.scripts.start);
  expect(lineOf(unit, 'ExecStart=')).toBe(`/opt/eventide/bin/${manifest.scripts.start}`);
});

test('the image and the unit keep their data where they may write', () => {
  expect(imageEnv.DATA_DIR).toBe(lineOf(lastStage, 'VOLUME '));
  expect(assignments(lineOf(unit, 'Environment=')).DATA_DIR).toBe(
    `/var/lib/${lineOf(unit, 'StateDirectory=')}`,
  );
});

test('the folder of the program is everybody’s to enter as the page makes it, whatever mask root has', async () => {
  const page = read('src/app/docs/install/page.mdx');
  const command = /^.*mkdir \/opt\/eventide .*$/m.exec(page)?.[0] ?? '';
  const folder = await temporaryFolder();
  const script = [
    'umask 077',
    'mkdir -p made/eventide-1/dist/cli && echo 1 > made/eventide-1/dist/cli/a.js',
    // Without entries for folders, as releases are packed.
    'tar --create --directory made --file eventide-1-linux-x64.tar.gz eventide-1/dist/cli/a.js',
    command.replaceAll('/opt/eventide', `"$PWD/opt"`),
  ];
  execFileSync('sh', ['-e', '-c', script.join('\n')], { cwd: folder });
  for (const made of ['opt', 'opt/dist', 'opt/dist/cli'])
    expect([made, statSync(join(folder, made)).mode & 0o777]).toEqual([made, 0o755]);
});

describe('the chart', () => {
  const names = z.object({
    propertyNames: z.object({ not: z.object({ enum: z.array(z.string()) }) }),
  });
  const { properties } = z
    .object({ properties: z.object({ config: names, secrets: names }) })
    .parse(JSON.parse(read('deploy/helm/eventide/values.schema.json')));
  const refused = {
    config: properties.config.propertyNames.not.enum,
    secrets: properties.secrets.propertyNames.not.enum,
  };
  const deployment = read('deploy/helm/eventide/templates/deployment.yaml');
  const matches = (pattern: RegExp) =>
    [...deployment.matchAll(pattern)].map(([, name = '']) => name);
  const addresses = matches(/"eventide\.databaseAddress" \(dict "name" "(\w+)"/g);
  /** What pods are given beside `config` and `secrets`: by the templates, and by the image. */
  const set = new Set([
    ...matches(/- name: ([A-Z][A-Z0-9_]*)$/gm),
    ...matches(/\(dict "name" "([A-Z][A-Z0-9_]*)"/g),
    ...addresses.flatMap((name) => [`${name}_USER`, `${name}_PASSWORD`]),
    ...Object.keys(imageEnv),
    // Probes and services come to every address of a pod.
    'SCANNER_TLS_HOST',
  ]);

  test('sets nothing twice', () => {
    expect(addresses.length).toBeGreaterThan(0);
    expect(refused.secrets.toSorted()).toEqual([...set].toSorted());
    expect(refused.config).toEqual(expect.arrayContaining([...set]));
  });

  test('keeps secrets out of what is written down', () => {
    // Addresses whose password is an exception: without one they may be written down.
    const usuallyPublic = /^(?:CATALOG_URL|REGISTRY_.*)$/;
    const secrets = Object.entries(VARIABLES)
      .filter(([name, variable]) => 'isSecret' in variable && !usuallyPublic.test(name))
      .map(([name]) => name);
    // What a receiver of OpenTelemetry wants to be shown, in the variables that its own SDK reads.
    const headers = ['', 'TRACES_', 'METRICS_'].map((part) => `OTEL_EXPORTER_OTLP_${part}HEADERS`);
    expect(refused.config.toSorted()).toEqual(
      [...new Set([...set, ...secrets, ...headers])].toSorted(),
    );
  });

  test('has a value for each that its schema knows', () => {
    const values = z
      .record(z.string(), z.unknown())
      .parse(parse(read('deploy/helm/eventide/values.yaml')));
    const known = z
      .object({ properties: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(read('deploy/helm/eventide/values.schema.json')));
    // What every chart has.
    const own = Object.keys(known.properties).filter((name) => name !== 'global');
    expect(Object.keys(values).toSorted()).toEqual(own.toSorted());
  });
});

/** What the image is told when it is built, beside its version. */
const buildArguments = new Set(
  [...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name = '']) => name),
);
buildArguments.delete('VERSION');

test('whoever builds the image as the page says tells it of which commit it is', () => {
  const page = read('src/app/docs/install/page.mdx');
  const build = page.slice(page.indexOf('docker build'), page.indexOf('```\n\n| build argument'));
  const told = [...build.matchAll(/--build-arg (\w+)="\$\(git /g)].map(([, name = '']) => name);
  // Which images it stands on has a default.
  expect(told.toSorted()).toEqual(
    [...buildArguments].filter((name) => !name.endsWith('_IMAGE')).toSorted(),
  );
  for (const name of told) expect(page).toContain(`${name}="$(git `);
});

describe('compose.yaml', () => {
  const source = read('compose.yaml');
  const service = z.object({
    environment: z.record(z.string(), z.string()),
    volumes: z.array(z.string()),
  });
  const builds = z.object({
    build: z.object({ args: z.record(z.string(), z.string()) }),
    ports: z.array(z.string()),
  });
  const { eventide, postgres } = z
    .object({ services: z.object({ eventide: service.and(builds), postgres: service }) })
    .parse(parse(source)).services;

  test('tells the image all that it can be told', () => {
    const { args } = eventide.build;
    expect(Object.keys(args).toSorted()).toEqual([...buildArguments].toSorted());
    for (const [name, text] of Object.entries(args)) expect(text).toContain(`\${${name}:-`);
  });

  /** Puts variables in, the innermost first, as Compose does: `${A}`, `${A:-otherwise}`, `${A:+then}`. */
  function filledIn(text: string, given: Readonly<Record<string, string>>): string {
    const filled = text.replaceAll(
      /\$\{(\w+)(?::([-+])([^${}]*))?\}/g,
      (_whole, name: string, way?: string, other = '') => {
        const value = given[name] ?? '';
        if (way === '+') return value === '' ? '' : other;
        return value === '' ? other : value;
      },
    );
    return filled === text ? text : filledIn(filled, given);
  }
  const startedWith = (given: Readonly<Record<string, string>>) =>
    loadEnv(
      Object.fromEntries(
        Object.entries(eventide.environment).map(([name, text]) => [name, filledIn(text, given)]),
      ),
    );

  test('sets variables that there are, each to its own', () => {
    expect(Object.keys(eventide.environment).filter((name) => !isVariableName(name))).toEqual([]);
    const taken = Object.entries(eventide.environment).flatMap(([name, text]) => {
      const from = /^\$\{(\w+)/.exec(text)?.[1];
      return from === undefined ? [] : [[name, from]];
    });
    expect(taken.length).toBeGreaterThan(5);
    expect(taken.filter(([name, from]) => name !== from)).toEqual([]);
  });

  test('has the data where the image has its volume', () => {
    expect(eventide.environment.DATA_DIR).toBe(imageEnv.DATA_DIR);
    expect(eventide.volumes).toEqual([`data:${imageEnv.DATA_DIR ?? ''}`]);
  });

  test('starts with nothing said, on the database that it brings', () => {
    expect(startedWith({})).toMatchObject({
      ...{ port: Number(lineOf(lastStage, 'EXPOSE ')), publicUrl: 'http://localhost:3000' },
      ...{ databaseUrl: undefined, databaseOwnerUrl: undefined, scannerTlsPort: undefined },
    });
  });

  test('is reached from the machine alone where its port is said so, with the address that people use', () => {
    const given = { EVENTIDE_PORT: '127.0.0.1:3000', EVENTIDE_SCANNER_PORT: '443' };
    expect(eventide.ports.map((text) => filledIn(text, given))).toEqual([
      ...['127.0.0.1:3000:3000', '443:8443'],
    ]);
    const behindProxy = { ...given, PUBLIC_URL: 'https://eventide.example.com' };
    expect(startedWith(behindProxy)).toMatchObject({
      ...{ publicUrl: behindProxy.PUBLIC_URL, host: '0.0.0.0', scannerTlsHost: '0.0.0.0' },
    });
    // The address that is made of it is none: the page says that both go together.
    expect(() => startedWith(given)).toThrow('PUBLIC_URL: wants');
  });

  test('finds again at each start what the page has people make for its PostgreSQL', () => {
    const page = read('src/app/docs/install/page.mdx');
    const block =
      /```bash\n([^`]*docker compose --profile postgres up[^`]*)```/.exec(page)?.[1] ?? '';
    expect(block).toContain('done >> .env');
    expect(block).not.toContain('export');
    const kept = (/for name in ([A-Z_ ]+);/.exec(block)?.[1] ?? '').split(' ');
    const wanted = ['POSTGRES_OWNER_PASSWORD', 'POSTGRES_APP_PASSWORD', 'AUTH_SECRET'];
    expect(kept.toSorted()).toEqual(wanted.toSorted());
    for (const name of kept) expect(source).toContain(`\${${name}:`);
  });

  test('keeps the data of PostgreSQL in the volume that has a name, whatever image it is', () => {
    const [name, mount = ''] = postgres.volumes[0]?.split(':') ?? [];
    expect(name).toBe('postgres');
    const folder = postgres.environment.PGDATA ?? '';
    expect(folder.startsWith(`${mount}/`)).toBe(true);
    // Images before 18 say that a volume without a name lies there.
    expect(`${folder}/`.startsWith('/var/lib/postgresql/data/')).toBe(false);
  });

  test.each([
    ['makes the role in a new volume', false, 0, 'CREATE ROLE eventide_app'],
    [
      'makes no empty database beside one that an image before 18 has in a volume without a name',
      true,
      1,
      '',
    ],
  ])('%s', async (_what, isThere, status, asked) => {
    const folder = await temporaryFolder();
    const script = read('deploy/compose/app-role.sh').replaceAll(
      '/var/lib/postgresql/data',
      folder,
    );
    if (isThere) writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    writeFileSync(join(folder, 'psql'), '#!/bin/sh\ncat\n', { mode: 0o755 });
    const ended = spawnSync('sh', ['-c', script], {
      env: {
        PATH: `${folder}:/usr/bin:/bin`,
        POSTGRES_USER: 'a',
        POSTGRES_DB: 'b',
        NODE_ENV: 'test',
      },
      encoding: 'utf8',
    });
    expect(ended.status).toBe(status);
    expect(ended.stdout).toContain(asked);
    expect(ended.stderr.includes('make a backup')).toBe(isThere);
  });

  test('leads both roles to the PostgreSQL of the profile, which makes them', () => {
    const given = {
      ...{ POSTGRES_OWNER_PASSWORD: 'ofTheOwner', POSTGRES_APP_PASSWORD: 'ofTheApp' },
      AUTH_SECRET: 's'.repeat(32),
    };
    const { databaseUrl, databaseOwnerUrl } = startedWith(given);
    const script = read('deploy/compose/app-role.sh');
    const role = /CREATE ROLE (\w+) LOGIN/.exec(script)?.[1] ?? '';
    const made = Object.fromEntries(
      Object.entries(postgres.environment).map(([name, text]) => [name, filledIn(text, given)]),
    );
    const at = `postgres:5432/${made.POSTGRES_DB ?? ''}`;
    expect(databaseUrl).toEqual([`postgres://${role}:${made.APP_PASSWORD ?? ''}@${at}`]);
    expect(databaseOwnerUrl).toEqual([
      `postgres://${made.POSTGRES_USER ?? ''}:${made.POSTGRES_PASSWORD ?? ''}@${at}`,
    ]);
    const used = [...script.matchAll(/\$([A-Z_]+)|\\getenv \w+ ([A-Z_]+)/g)];
    expect(Object.keys(made)).toEqual(
      expect.arrayContaining(used.map(([, ofShell, ofPsql]) => ofShell ?? ofPsql)),
    );
    expect(used.map(([, , ofPsql]) => ofPsql)).toContain('APP_PASSWORD');
    // Whoever is on the machine sees what stands on a command line.
    expect(script.split('\n').filter((line) => line.includes('$APP_PASSWORD'))).toEqual([]);
    const scripts = postgres.volumes.filter((volume) => volume.startsWith('./'));
    expect(scripts.map((volume) => existsSync(volume.split(':')[0] ?? ''))).toEqual([true]);
  });
});
