import { parseJson } from '@/domain/registry/evidence';
import {
  escapeForProxy,
  modulePath,
  newestBeforeModules,
  newestListed,
  readLatest,
} from '@/domain/registry/golang';
import type { PackageEcosystem, PackageVersion } from '@/domain/registry/component';
import { isBeforeRelease } from '@/domain/registry/lines';
import { mavenFolder, pomFile, readVersions } from '@/domain/registry/maven';
import { npmPath } from '@/domain/registry/npm';
import { readNugetService } from '@/domain/registry/nuget';
import {
  dayOfText,
  type LineFacts,
  NO_FACTS,
  type PackageFacts,
} from '@/domain/registry/package-facts';
import { areReleaseDays } from '@/domain/registry/release-days';
import { cargoPath, readCargoFacts } from '@/domain/registry/packages/cargo';
import { readComposerFacts } from '@/domain/registry/packages/composer';
import { readGemFacts } from '@/domain/registry/packages/gem';
import { goStatements, majorOfPath, nextPath, readGoLine } from '@/domain/registry/packages/golang';
import { listedLines, mavenStatements } from '@/domain/registry/packages/maven';
import { readNpmFacts } from '@/domain/registry/packages/npm';
import { nugetFacts, readNugetIndex, readNugetPage } from '@/domain/registry/packages/nuget';
import { pypiPieces, readPypiFacts } from '@/domain/registry/packages/pypi';
import type { Env } from '@/env';
import { below, readRegistryBase, RegistryFailure, withinOrigin } from './base';
import {
  createLimitedFetch,
  createLimitedStream,
  type LimitedFetchOptions,
  type RegistryGet,
  type RegistryStream,
} from './limited-fetch';

/** A package without a version. */
export type Package = Pick<PackageVersion, 'ecosystem' | 'namespace' | 'name'>;

/** A registry that can be asked about whole packages. */
export interface PackageSource {
  readonly ecosystem: PackageEcosystem;
  /**
   * Reads what the registry says of a package now: nothing against it and no lines where it does not know it.
   * @throws RegistryFailure, UnreadableAnswer when no usable answer came
   */
  factsOf(asked: Package): Promise<PackageFacts>;
}

interface Parts {
  readonly url: URL;
  readonly get: RegistryGet;
  readonly stream: RegistryStream;
}

const JSON_TYPE = 'application/json';
const ABBREVIATED = 'application/vnd.npm.install-v1+json';
const TEXT_TYPE = 'text/plain, */*; q=0.5';
const XML_TYPE = 'application/xml, text/xml, */*; q=0.5';
const SIMPLE_TYPE = 'application/vnd.pypi.simple.v1+json';

/**
 * Lines of a package that are asked for one by one, newest first. Most have a handful; of those with many, such as a library
 * whose majors follow each other fast, an old one is as often held as the newest.
 */
const MOST_LINES = 24;
/** Pages of a registration: some 500 versions. */
const MOST_PAGES = 8;
/** Majors of a module after the one that is held which are asked for one by one; what comes after them is leapt to. */
const MOST_MAJORS = 6;
/** Leaps, each twice as far as the one before: a thousand majors. */
const MOST_LEAPS = 8;

type GoParts = Pick<Parts, 'url' | 'get'>;
type Reader = (parts: Parts, asked: Package) => Promise<PackageFacts>;

const npm: Reader = async ({ url, get }, asked) => {
  const place = below(url, npmPath(asked));
  const answer = await get(place, JSON_TYPE).catch((error: unknown) => {
    // The short form says what is deprecated, and not when it was released.
    if (error instanceof RegistryFailure && error.kind === 'too_large')
      return get(place, ABBREVIATED);
    throw error;
  });
  return answer ? readNpmFacts(parseJson(answer.text), npmPath(asked)) : NO_FACTS;
};

const pypi: Reader = async ({ url, get, stream }, { name }) => {
  const simple = below(url, 'simple', name);
  simple.pathname += '/';
  const answer = await get(simple, SIMPLE_TYPE).catch((error: unknown) => {
    if (error instanceof RegistryFailure && error.kind === 'too_large') return 'too large' as const;
    throw error;
  });
  if (answer === 'too large') {
    // A project with a wheel for each day and platform: some ten thousand files, of which the releases are kept alone.
    const pieces = pypiPieces(name);
    return (await stream(simple, SIMPLE_TYPE, pieces.write)) ? pieces.facts() : NO_FACTS;
  }
  // An index may answer with its HTML form whatever it was asked for.
  if (!answer || answer.text.trimStart().startsWith('<')) return NO_FACTS;
  return readPypiFacts(parseJson(answer.text), name);
};

const nuget: Reader = async ({ url, get }, { name }) => {
  const service = await get(url, JSON_TYPE);
  const offered = service && readNugetService(parseJson(service.text));
  if (!offered) throw new RegistryFailure('unreadable', 'no service index with registrations');
  const registrations = withinOrigin(url, offered.registrationsUrl);
  const index = await get(below(registrations, name, 'index.json'), JSON_TYPE);
  if (!index) return NO_FACTS;
  const { leaves, pages } = readNugetIndex(parseJson(index.text));
  const all = [leaves];
  for (const page of pages.slice(-MOST_PAGES)) {
    const answer = await get(withinOrigin(url, page), JSON_TYPE);
    if (answer) all.push(readNugetPage(parseJson(answer.text)));
  }
  return nugetFacts(all.flat(), name);
};

const maven: Reader = async ({ url, get }, asked) => {
  const folder = mavenFolder(asked);
  const metadata = await get(below(url, ...folder, 'maven-metadata.xml'), XML_TYPE);
  if (!metadata) return NO_FACTS;
  const listed = listedLines(readVersions(metadata.text), asked.name, MOST_LINES);
  const pomOf = (version: string) =>
    get(below(url, ...folder, version, pomFile(asked, version)), XML_TYPE);
  const lines: LineFacts[] = [];
  let said: PackageFacts['said'] = [];
  for (const [place, { name, newest }] of listed.entries()) {
    const pom = await pomOf(newest);
    const on = dayPutThere(pom);
    if (on) lines.push({ line: name, newest, on });
    if (pom && place === 0) said = mavenStatements(pom.text, asked, newest);
  }
  const days = lines.map(({ newest, on }) => ({ version: newest, on }));
  if (areReleaseDays(days)) return { lines, said };
  // A fix to an older line comes after a newer one's, too: what tells is when the lines began.
  for (const { first } of listed.filter((line) => line.first !== line.newest)) {
    const on = dayPutThere(await pomOf(first));
    if (on) days.push({ version: first, on });
  }
  return { lines: areReleaseDays(days) ? lines : [], said };
};

/** The day on which a repository says that a file was put there: a released one never changes. */
const dayPutThere = (file: Awaited<ReturnType<RegistryGet>>) =>
  dayOfText(file?.lastModified?.toISOString());

const golang: Reader = async ({ url, get }, { name }) => {
  const list = await get(below(url, ...modulePath({ name }), '@v', 'list'), TEXT_TYPE);
  const listed = list && newestListed(list.text);
  const newest = await goLatest({ url, get }, name, listed);
  if (!newest) return NO_FACTS;
  const goMod = await get(goFile(url, name, `${newest.version}.mod`), TEXT_TYPE);
  const lines = [newest.line];
  const before = list && newestBeforeModules(list.text);
  if (before !== null && before !== newest.version)
    lines.push((await goLatest({ url, get }, name, before))?.line ?? null);
  lines.push(...(await goMajorsAfter({ url, get }, nextPath(name, before))));
  const known = lines.filter((line) => line !== null);
  return { lines: known, said: goMod ? goStatements(goMod.text, name) : [] };
};

/**
 * Reads the last releases of the majors of a module from one on. Each is a module of its own, and no list names them: some
 * are asked for one after the other until there is none; where there are more, the newest is searched for.
 */
async function goMajorsAfter({ url, get }: GoParts, firstPath: string): Promise<LineFacts[]> {
  const { base, major: first } = majorOfPath(firstPath);
  const lines: LineFacts[] = [];
  const isThere = async (major: number): Promise<boolean> => {
    const path = `${base}/v${String(major)}`;
    const latest = await get(below(url, ...modulePath({ name: path }), '@latest'), JSON_TYPE);
    if (!latest) return false;
    const line = readGoLine(parseJson(latest.text), path);
    // What is not released yet is nothing to move to.
    if (line && !isBeforeRelease('golang', line.newest)) lines.push(line);
    return true;
  };
  let last = first - 1;
  while (last - first < MOST_MAJORS - 1) {
    if (!(await isThere(last + 1))) return lines;
    last += 1;
  }
  let missing: number | null = null;
  for (let leap = 0; leap < MOST_LEAPS && missing === null; leap += 1) {
    const next = last + MOST_MAJORS * 2 ** leap;
    if (await isThere(next)) last = next;
    else missing = next;
  }
  while (missing !== null && missing - last > 1) {
    const between = Math.floor((last + missing) / 2);
    if (await isThere(between)) last = between;
    else missing = between;
  }
  return lines;
}

const goFile = (url: URL, name: string, file: string) =>
  below(url, ...modulePath({ name }), '@v', escapeForProxy(file));

/** Reads when a version of a module was released, by default the one that its proxy calls the latest. */
async function goLatest({ url, get }: GoParts, name: string, listed: string | null) {
  const latest = listed
    ? await get(goFile(url, name, `${listed}.info`), JSON_TYPE)
    : await get(below(url, ...modulePath({ name }), '@latest'), JSON_TYPE);
  if (!latest) return listed ? { version: listed, line: null } : null;
  const document = parseJson(latest.text);
  const version = listed ?? readLatest(document);
  return version === null ? null : { version, line: readGoLine(document, name) };
}

const cargo: Reader = async ({ url, get }, { name }) => {
  const answer = await get(below(url, ...cargoPath(name)), TEXT_TYPE);
  return answer ? readCargoFacts(answer.text, name) : NO_FACTS;
};

const gem: Reader = async ({ url, get }, { name }) => {
  const answer = await get(below(url, 'api', 'v1', 'versions', `${name}.json`), JSON_TYPE);
  return answer ? readGemFacts(parseJson(answer.text), name) : NO_FACTS;
};

const composer: Reader = async ({ url, get }, { namespace, name }) => {
  const answer = await get(below(url, 'p2', namespace ?? '', `${name}.json`), JSON_TYPE);
  if (!answer) return NO_FACTS;
  return readComposerFacts(parseJson(answer.text), `${namespace ?? ''}/${name}`);
};

const READERS: Readonly<Record<PackageEcosystem, Reader>> = {
  ...{ npm, pypi, nuget, maven, golang, cargo, gem, composer },
};

/** Makes a source for each registry that is configured. */
export function packageSources(
  { registryUrls }: Pick<Env, 'registryUrls'>,
  options: Omit<LimitedFetchOptions, 'base'>,
): PackageSource[] {
  return Object.entries(READERS).flatMap(([name, reader]) => {
    // The keys of the table are ecosystems.
    const ecosystem = name as PackageEcosystem;
    const configured = registryUrls[ecosystem];
    if (configured === undefined) return [];
    const base = readRegistryBase(configured);
    const limited = { ...options, base };
    const asking = { get: createLimitedFetch(limited), stream: createLimitedStream(limited) };
    const parts = { url: base.url, ...asking };
    return [{ ecosystem, factsOf: (asked: Package) => reader(parts, asked) }];
  });
}
