import { identityOf } from '@/domain/identifiers/identity';
import {
  canonicalComponent,
  type PackageVersion,
  REGISTRY_ECOSYSTEMS,
  type RegistryComponent,
  type RegistryEcosystem,
} from '@/domain/registry/component';
import { type Evidence, parseJson } from '@/domain/registry/evidence';
import type { Env } from '@/env';
import type { Clock } from '@/server/platform/clock';
import type { Database } from '@/server/platform/db/db';
import type { Delay } from '@/server/platform/delay';
import type { Logger } from '@/server/platform/log';
import { EVIDENCE_LIFETIME_MS } from './evidence-keeper';
import { createLookUps, type LookUps } from './look-ups';
import { type EvidenceRow, findEvidence } from '../repository/evidence';
import { golangSource } from './golang';
import { createLimitedFetch, type LimitedFetchOptions } from './limited-fetch';
import { nugetSource } from './nuget';
import { pypiSource } from './pypi';
import { below, readRegistryBase, type RegistrySource, type SourceParts } from './base';
import { npmPath, readNpmPackage, readNpmVersion } from '@/domain/registry/npm';
import { mavenFolder, pomFile, readNewestRelease, readRelocation } from '@/domain/registry/maven';

/** Milliseconds that an answer waits for a registry; a later outcome is kept for the next caller. */
const MAX_WAIT_MS = 300;

/** Evidence of the configured registries against components. Never throws, never takes longer than 300 ms. */
export interface RegistryEvidence {
  /**
   * Gives the evidence against a component. Null when the registry says nothing against it, does not know it, is
   * not configured, is of a kind that checks do not ask, or has not answered yet: then the look-up goes on, and the next caller gets its outcome.
   */
  evidenceFor(component: PackageVersion): Promise<Evidence | null>;
  /** Does the same for many, in their order, within 300 ms for all of them. */
  evidenceForAll(components: readonly PackageVersion[]): Promise<(Evidence | null)[]>;
  /** Resolves when no look-up is under way. */
  settled(): Promise<void>;
  /** Breaks off look-ups under way; afterwards no registry is asked and the database is left alone. */
  stop(): Promise<void>;
}

/** No registry is configured, and none is asked. */
export const noRegistryEvidence: RegistryEvidence = {
  evidenceFor: () => Promise.resolve(null),
  evidenceForAll: (components) => Promise.resolve(components.map(() => null)),
  settled: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

export interface RegistryEvidenceParts {
  readonly env: Pick<Env, 'registryUrls'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
  readonly delay: Delay;
}

interface Question {
  readonly key: string;
  readonly component: RegistryComponent;
  readonly lookUps: LookUps;
}

function evidenceOf(row: EvidenceRow | undefined, nowMs: number): Evidence | null {
  if (!row?.checkedAt || row.reason === null || row.message === null) return null;
  if (row.checkedAt.getTime() < nowMs - EVIDENCE_LIFETIME_MS) return null;
  const { reason, message, since, url, checkedAt } = row;
  return { reason, message, since, url, checkedAt };
}

/** Fills in stored evidence at once, and evidence asked for the first time as it comes. */
async function fill(
  { db, clock }: Pick<RegistryEvidenceParts, 'db' | 'clock'>,
  questions: readonly (Question | null)[],
  found: (Evidence | null)[],
): Promise<void> {
  const keys = questions.flatMap((question) => question?.key ?? []);
  const rows = await findEvidence(db, [...new Set(keys)]);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const nowMs = clock.now().getTime();
  await Promise.all(
    questions.map(async (question, index) => {
      if (!question) return;
      const row = byKey.get(question.key);
      found[index] = evidenceOf(row, nowMs);
      if (row && row.refreshAfter.getTime() > nowMs) return;
      const asked = question.lookUps.ask(question.key, question.component);
      // The stored answer is good enough while it is renewed.
      if (!row?.checkedAt) found[index] = await asked;
    }),
  );
}

function questionOf(
  given: PackageVersion,
  lookUpsOf: ReadonlyMap<string, LookUps>,
): Question | null {
  const lookUps = lookUpsOf.get(given.ecosystem);
  const component = lookUps && canonicalComponent(given);
  if (!component) return null;
  const { ecosystem, namespace, name, version } = component;
  return { key: identityOf(ecosystem, namespace ?? '', name, version), component, lookUps };
}

/** Makes the evidence of those registries that `env` names; see {@link RegistryEvidence}. */
export function createRegistryEvidence(parts: RegistryEvidenceParts): RegistryEvidence {
  const { env, clock, logger, fetch, delay } = parts;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const sources = configuredSources(env, clock, { fetch, delay, stopped });
  if (sources.length === 0) return noRegistryEvidence;
  const lookUpsOf = new Map<string, LookUps>(
    sources.map((source) => [source.ecosystem, createLookUps(source, { ...parts, stopped })]),
  );

  async function evidenceForAll(components: readonly PackageVersion[]) {
    const found: (Evidence | null)[] = components.map(() => null);
    const questions = components.map((component) => questionOf(component, lookUpsOf));
    if (stopped.aborted || questions.every((question) => question === null)) return found;
    const filled = fill(parts, questions, found).catch((error: unknown) => {
      if (!stopped.aborted)
        logger.error({ err: error }, 'the evidence of registries could not be read');
    });
    const wait = delay(MAX_WAIT_MS);
    await Promise.race([filled, wait.done]);
    wait.cancel();
    // A copy: later answers belong to the next caller.
    return [...found];
  }

  const settled = async () => {
    await Promise.all([...lookUpsOf.values()].map((lookUps) => lookUps.settled()));
  };

  return {
    evidenceFor: async (component) => (await evidenceForAll([component]))[0] ?? null,
    evidenceForAll,
    settled,
    stop: async () => {
      stopping.abort();
      await settled();
    },
  };
}

const MAKERS: Record<RegistryEcosystem, (parts: SourceParts) => RegistrySource> = {
  npm: npmSource,
  pypi: pypiSource,
  nuget: nugetSource,
  maven: mavenSource,
  golang: golangSource,
};

/** Makes a source for each registry that is configured. */
export function configuredSources(
  { registryUrls }: Pick<Env, 'registryUrls'>,
  clock: Clock,
  options: Omit<LimitedFetchOptions, 'base'>,
): RegistrySource[] {
  return REGISTRY_ECOSYSTEMS.flatMap((ecosystem) => {
    const configured = registryUrls[ecosystem];
    if (configured === undefined) return [];
    const base = readRegistryBase(configured);
    const get = createLimitedFetch({ ...options, base });
    return [MAKERS[ecosystem]({ url: base.url, get, now: () => clock.now() })];
  });
}

const JSON_TYPE = 'application/json';
/** The short form of a package's document, which leaves out what only people read. */
const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';

/** Asks an npm registry, by its root: `/<name>/<version>`, or `/<name>` where it has no documents of versions. */
export function npmSource({ url, get }: SourceParts): RegistrySource {
  return {
    ecosystem: 'npm',
    lookUp: async (component) => {
      const path = npmPath(component);
      const ofVersion = await get(below(url, path, component.version), JSON_TYPE);
      if (ofVersion) return readNpmVersion(parseJson(ofVersion.text));
      const ofPackage = await get(below(url, path), ABBREVIATED);
      if (!ofPackage) return null;
      const said = readNpmPackage(parseJson(ofPackage.text), component.version);
      return said === 'missing' ? null : said;
    },
  };
}

const XML_TYPE = 'application/xml, text/xml, */*; q=0.5';

/** Asks a Maven repository, by its root: the version's POM, then that of the artifact's newest release. */
export function mavenSource({ url, get }: SourceParts): RegistrySource {
  async function relocationIn(component: RegistryComponent, version: string) {
    const folder = mavenFolder(component);
    const pom = await get(below(url, ...folder, version, pomFile(component, version)), XML_TYPE);
    return pom && readRelocation(pom.text, component, version, pom.lastModified);
  }

  return {
    ecosystem: 'maven',
    lookUp: async (component) => {
      const own = await relocationIn(component, component.version);
      if (own) return own;
      const metadata = await get(
        below(url, ...mavenFolder(component), 'maven-metadata.xml'),
        XML_TYPE,
      );
      const newest = metadata && readNewestRelease(metadata.text);
      if (newest === null || newest === component.version) return null;
      return relocationIn(component, newest);
    },
  };
}
