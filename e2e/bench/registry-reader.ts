import type { RegistryComponent } from '@/domain/registry/component';
import { parseJson } from '@/domain/registry/evidence';
import { judgeGo } from '@/domain/registry/golang';
import { readNewestRelease, readVersions } from '@/domain/registry/maven';
import { readNpmPackage } from '@/domain/registry/npm';
import { findInRegistration } from '@/domain/registry/nuget';
import type { PackageFacts } from '@/domain/registry/package-facts';
import { readCargoFacts } from '@/domain/registry/packages/cargo';
import { readComposerFacts } from '@/domain/registry/packages/composer';
import { readGemFacts } from '@/domain/registry/packages/gem';
import { goStatements } from '@/domain/registry/packages/golang';
import { listedLines } from '@/domain/registry/packages/maven';
import { readNpmFacts } from '@/domain/registry/packages/npm';
import { nugetFacts, readNugetIndex } from '@/domain/registry/packages/nuget';
import { readPypiFacts } from '@/domain/registry/packages/pypi';
import { readPypiProject } from '@/domain/registry/pypi';
import { middleVersion, registryDocuments } from './registry-documents';
import { median, timed, type Benchmark, type Line } from './runner';

const ROUNDS = 60;
const WARM_UP = 15;

type Ecosystem = keyof typeof registryDocuments;
type Read = (text: string) => unknown;

const asked = (ecosystem: RegistryComponent['ecosystem']): RegistryComponent => ({
  ...{ ecosystem, namespace: null, name: 'thing', version: middleVersion },
});

/** From an answer's text to what is kept of a package. */
const READERS: Readonly<Record<Ecosystem, Read>> = {
  npm: (text) => said(readNpmFacts(parseJson(text), 'thing')),
  pypi: (text) => said(readPypiFacts(parseJson(text), 'thing')),
  nuget: (text) => said(nugetFacts(readNugetIndex(parseJson(text)).leaves, 'thing')),
  maven: (text) => listedLines(readVersions(text), 'thing', 8).length,
  golang: (text) => goStatements(text, 'example.org/thing').length,
  cargo: (text) => said(readCargoFacts(text, 'thing')),
  gem: (text) => said(readGemFacts(parseJson(text), 'thing')),
  composer: (text) => said(readComposerFacts(parseJson(text), 'acme/thing')),
};

/** What checks read of the same answer, on one version, where they ask that registry. */
const CHECKS: Readonly<Partial<Record<Ecosystem, Read>>> = {
  npm: (text) => readNpmPackage(parseJson(text), middleVersion),
  pypi: (text) => readPypiProject(parseJson(text)),
  nuget: (text) => findInRegistration(parseJson(text), asked('nuget')),
  maven: (text) => readNewestRelease(text),
  golang: (text) => judgeGo(text, asked('golang')),
};

/** What no reader is faster than: the parser of the form, or a look at each line where it has none. */
const PLAIN: Readonly<Record<Ecosystem, Read>> = {
  ...{ npm: JSON.parse, pypi: JSON.parse, nuget: JSON.parse, gem: JSON.parse },
  composer: JSON.parse,
  cargo: (text) => text.split('\n').map((line): unknown => JSON.parse(line)),
  maven: (text) => text.split('\n').length,
  golang: (text) => text.split('\n').length,
};

function said({ lines, said: statements }: PackageFacts): number {
  if (lines.length === 0) throw new Error('no line was read');
  return lines.length + statements.length;
}

/** How many answers of registries are read in a second, beside what checks read of them and what parsing alone takes. */
async function run(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, text] of Object.entries(registryDocuments)) {
    // The keys of a literal object are its names.
    const ecosystem = name as Ecosystem;
    lines.push(await lineOf(ecosystem, text));
  }
  return lines;
}

async function lineOf(ecosystem: Ecosystem, text: string): Promise<Line> {
  const [wholeMs, plainMs] = [
    await durationOf(READERS[ecosystem], text),
    await durationOf(PLAIN[ecosystem], text),
  ];
  const check = CHECKS[ecosystem];
  const checkMs = check ? await durationOf(check, text) : null;
  const parse = `${(wholeMs / plainMs).toFixed(1)} times ${isLines(ecosystem) ? 'a split into lines' : 'JSON.parse'}`;
  return {
    what: `${ecosystem}, ${(text.length / 1_024).toFixed(0)} KiB`,
    measured: `${(1_000 / wholeMs).toFixed(0)} documents/s`,
    ratio:
      checkMs === null
        ? parse
        : `${parse}, ${(wholeMs / checkMs).toFixed(1)} times what a check reads (${(1_000 / checkMs).toFixed(0)}/s)`,
  };
}

const isLines = (ecosystem: Ecosystem) => ecosystem === 'maven' || ecosystem === 'golang';

async function durationOf(read: Read, text: string): Promise<number> {
  const durations: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const durationMs = await timed(() => Promise.resolve(read(text)));
    if (round >= 0) durations.push(durationMs);
  }
  return median(durations);
}

export const registryReader: Benchmark = { name: 'registry reader', run };
