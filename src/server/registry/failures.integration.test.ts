import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deprecatedVersion } from '@/domain/registry/testing/documents';
import type { RegistryEvidenceParts } from './service/evidence';
import {
  component,
  DAY_MS,
  evidenceBench,
  fail,
  hang,
  HOUR_MS,
  type EvidenceBench,
} from '@/test/evidence-bench';
import { recordStatements } from '@/test/recordings';

let bench: EvidenceBench;
const current = evidenceBench();
beforeEach(() => {
  bench = current();
});
const open = (more?: Partial<RegistryEvidenceParts>) => bench.open(more);

describe('a registry that fails', () => {
  test('is asked again after an hour', async () => {
    bench.registry.routes.set('/leftover/2.88.2', fail);
    expect(await open().evidenceFor(component())).toBeNull();
    bench.clock.advance(HOUR_MS - 1);
    expect(await open().evidenceFor(component())).toBeNull();
    expect(bench.registry.asked).toHaveLength(1);
    bench.clock.advance(1);
    bench.registry.routes.set('/leftover/2.88.2', deprecatedVersion);
    expect(await open().evidenceFor(component())).not.toBeNull();
  });

  test('does not take back what it said, for thirty days', async () => {
    const evidence = open();
    await evidence.evidenceFor(component());
    bench.registry.routes.set('/leftover/2.88.2', fail);
    for (let day = 1; day <= 30; day += 1) {
      bench.clock.advance(DAY_MS);
      expect(await evidence.evidenceFor(component())).not.toBeNull();
      await evidence.settled();
    }
    bench.clock.advance(1);
    expect(await evidence.evidenceFor(component())).toBeNull();
  });

  test('is left alone for a minute after five failures, and nobody waits for it', async () => {
    const evidence = open();
    const ask = (version: number) => {
      bench.registry.routes.set(`/leftover/${String(version)}.0.0`, fail);
      return evidence.evidenceFor(component('leftover', `${String(version)}.0.0`));
    };
    for (let version = 1; version <= 8; version += 1) await ask(version);
    expect(bench.registry.asked).toHaveLength(5);
    bench.clock.advance(60_000);
    await ask(9);
    expect(bench.registry.asked).toHaveLength(6);
  });

  test('is left alone no longer when the clock is set back a day', async () => {
    const evidence = open();
    const ask = (version: number) => {
      bench.registry.routes.set(`/leftover/${String(version)}.0.0`, fail);
      return evidence.evidenceFor(component('leftover', `${String(version)}.0.0`));
    };
    for (let version = 1; version <= 6; version += 1) await ask(version);
    expect(bench.registry.asked).toHaveLength(5);
    bench.clock.advance(-DAY_MS);
    await ask(7);
    expect(bench.registry.asked).toHaveLength(6);
  });

  test('is named in the log by its kind alone', async () => {
    bench.registry.routes.set('/leftover/2.88.2', fail);
    bench.registry.routes.set('/garbage/1.0.0', '{"secret');
    const evidence = open();
    await evidence.evidenceForAll([component(), component('garbage', '1.0.0')]);
    expect(bench.logged()).toContain('"ecosystem":"npm","failure":"status 500"');
    expect(bench.logged()).toContain('"ecosystem":"npm","failure":"not JSON"');
    expect(bench.logged()).not.toMatch(/secret|hunter2|127\.0\.0\.1|leftover/);
  });
});

describe('a database that', () => {
  let obstacle: (statement: string) => Promise<void> | null = () => null;
  beforeAll(() => {
    recordStatements(bench.db, (statement) => obstacle(statement));
  });
  afterEach(() => {
    obstacle = () => null;
  });

  test('fails is no reason to fail', async () => {
    obstacle = () => Promise.reject(new Error('away'));
    expect(await open().evidenceFor(component())).toBeNull();
    expect(bench.logged()).toContain('the evidence of registries could not be read');
  });

  test('cannot keep an answer does not spoil it', async () => {
    obstacle = (statement) =>
      /^insert/i.test(statement) ? Promise.reject(new Error('full')) : null;
    expect(await open().evidenceFor(component())).not.toBeNull();
    expect(bench.logged()).toContain('could not be kept');
    expect(bench.logged()).not.toContain('no usable answer');
  });

  test('hangs holds nobody up', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    obstacle = () => promise;
    const asked = open().evidenceFor(component());
    await bench.time.started(300);
    bench.time.pass(300);
    expect(await asked).toBeNull();
    resolve(undefined);
  });
});

test('after the end nothing is asked, kept or told in the log', async () => {
  bench.registry.routes.set('/leftover/2.88.2', hang);
  const evidence = open();
  const asked = evidence.evidenceFor(component());
  await expect.poll(() => bench.registry.asked.length).toBe(1);
  await evidence.stop();
  expect(await asked).toBeNull();
  expect(await evidence.evidenceFor(component('x', '1.0.0'))).toBeNull();
  expect(bench.registry.asked).toHaveLength(1);
  expect(await bench.db.query('SELECT 1 FROM registry_evidence')).toEqual([]);
  expect(bench.logged()).toBe('');
});
