import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { EXCEPTIONS } from './exceptions';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file in which tests note the exceptions that they needed, by their words, a line each. */
    testSpreadUses: string;
  }
}

/** The tests that say nearly all of what the product says. */
const PROJECT = 'integration';

/**
 * Whether all tests of a project were run, and did what they are to: one that failed may not have come to its statements. Not
 * so where files or names were chosen, or a share of the files.
 */
async function hasRunWhole(project: TestProject): Promise<boolean> {
  const { vitest } = project;
  if (vitest.getGlobalTestNamePattern() || vitest.config.cliExclude?.length) return false;
  const { testFiles } = await project.globTestFiles();
  const done = vitest.state
    .getTestModules()
    .filter((one) => one.project.name === project.name)
    .filter((one) => one.state() === 'passed' || one.state() === 'skipped');
  return done.length === testFiles.length;
}

/**
 * Has the tests of a project note which exceptions they need.
 * @returns a function that throws, at its end, for those that nobody needed: what is let through by them may be anything
 */
export function followExceptions(project: TestProject): () => Promise<void> {
  const file = join(tmpdir(), `eventide-spread-${String(process.pid)}-${project.name}`);
  project.provide('testSpreadUses', file);
  return async () => {
    const uses = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
    rmSync(file, { force: true });
    if (project.name !== PROJECT || !(await hasRunWhole(project))) return;
    const unused = EXCEPTIONS.filter(({ says }) => !uses.has(says)).map(({ says }) => says);
    if (unused.length > 0)
      throw new Error(`No statement needs these exceptions any more:\n${unused.join('\n')}`);
  };
}

const noted = new Set<string>();
/** Notes, once in each process, that an exception was needed. */
export function noteUse(file: string, says: string): void {
  if (noted.has(says)) return;
  noted.add(says);
  appendFileSync(file, `${says}\n`);
}
