import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf, type HeldComponent, type HeldFinding } from './difference';

const finding = (productName: string, cycle: string): HeldFinding => ({
  ...{ productName, cycle, artifactType: 'deb' },
});
const release = (name: string, version: string, hasEnd = true): HeldComponent => ({
  ...{ name, version, type: 'npm', purl: `pkg:npm/${name}@${version}` },
  software: { productName: name, cycle: version, hasEnd },
  fact: null,
});
const held = (findings: HeldFinding[], components: HeldComponent[] = []) => ({
  findings,
  components,
});

test('tells what came, what went and what moved to another cycle', () => {
  const from = held([finding('Node.js', '18'), finding('Django', '3.2'), finding('Debian', '12')]);
  const to = held([finding('Node.js', '20'), finding('Redis', '7'), finding('Debian', '12')]);
  const { software, findings } = differenceOf(from, to);
  expect(software).toEqual({
    changes: [
      { productName: 'Django', from: ['3.2'], to: [] },
      { productName: 'Node.js', from: ['18'], to: ['20'] },
      { productName: 'Redis', from: [], to: ['7'] },
    ],
    same: [{ productName: 'Debian', cycle: '12' }],
  });
  expect(findings).toEqual({
    opened: [finding('Node.js', '20'), finding('Redis', '7')],
    closed: [finding('Django', '3.2'), finding('Node.js', '18')],
    same: [finding('Debian', '12')],
  });
});

test('names what is on both sides as the latter does, or as the former where the latter is a document', () => {
  const [old, young] = ['0', '1'].map((id) => ({ ...finding('Debian', '12'), id }));
  const sameOf = (from: HeldFinding, to: HeldFinding) =>
    differenceOf(held([from]), held([to])).findings?.same;
  expect(old && young && sameOf(old, young)).toEqual([young]);
  expect(old && sameOf(old, finding('Debian', '12'))).toEqual([old]);
});

test('counts releases without a known end as software, so that moving to one is not just going', () => {
  const from = held([finding('a', '1')], [release('a', '1')]);
  const { software } = differenceOf(from, held([], [release('a', '9', false)]));
  expect(software?.changes).toEqual([{ productName: 'a', from: ['1'], to: ['9'] }]);
});

test('says that software stayed where only the catalog found out about it later', () => {
  const components = [release('a', '1')];
  const { software, findings } = differenceOf(
    held([], components),
    held([finding('a', '1')], components),
  );
  expect(software).toEqual({ changes: [], same: [{ productName: 'a', cycle: '1' }] });
  expect(findings?.opened).toEqual([finding('a', '1')]);
});

test('takes no package for software in which the scanner found something else', () => {
  const { software } = differenceOf(held([]), held([finding('b', '2')], [release('a', '1')]));
  expect(software?.changes).toEqual([{ productName: 'b', from: [], to: ['2'] }]);
});

test('says nothing of what one side does not know', () => {
  const known = held([finding('b', '2')], [release('a', '1', false)]);
  const unknown = { findings: [], components: null };
  expect(differenceOf(unknown, known)).toMatchObject({
    components: null,
    software: { changes: [{ productName: 'b', from: [], to: ['2'] }] },
  });
  expect(differenceOf({ findings: null, components: [] }, known)).toMatchObject({
    ...{ findings: null, software: null },
    components: { same: 0 },
  });
});

test('knows a package by its purl, whatever tools call its type', () => {
  const one = {
    ...{ name: 'x', version: '1', type: 'npm', purl: 'pkg:npm/x@1' },
    ...{ software: null, fact: null },
  };
  const other = { ...one, version: '2', type: 'library', purl: 'pkg:npm/x@2?arch=all' };
  expect(differenceOf(held([], [one]), held([], [other])).components).toEqual({
    changes: [{ name: 'x', type: 'npm', from: ['1'], to: ['2'] }],
    same: 0,
  });
});

test('tells which deprecated and stale versions came, went and stayed', () => {
  const said = { ...{ kind: null, message: 'said', successor: null }, releasedOn: null };
  const judged = (name: string, version: string, degree: 'registry' | 'stale') => ({
    ...release(name, version),
    fact: { ...said, degree },
  });
  const from = held([], [judged('old', '1', 'registry'), judged('calm', '2', 'stale')]);
  const to = held(
    [],
    [judged('old', '2', 'registry'), judged('calm', '2', 'stale'), release('fine', '1')],
  );
  const { packages } = differenceOf(from, to);
  const shown = (of: readonly { name: string; version: string }[] = []) =>
    of.map(({ name, version }) => `${name} ${version}`);
  expect([packages?.opened, packages?.closed, packages?.same].map(shown)).toEqual([
    ['old 2'],
    ['old 1'],
    ['calm 2'],
  ]);
  expect(differenceOf(from, { findings: [], components: null }).packages).toBeNull();
});

const names = fc.constantFrom('a', 'b', 'c');
const versions = fc.constantFrom('1', '2', '10');
const inventory = fc.record({
  findings: fc.array(fc.tuple(names, versions).map(([name, version]) => finding(name, version))),
  components: fc.array(
    fc
      .tuple(names, versions, fc.boolean())
      .map(([name, version, hasEnd]) => release(name, version, hasEnd)),
  ),
});

test('finds nothing changed between an inventory and itself in another order', () => {
  fc.assert(
    fc.property(inventory, ({ findings, components }) => {
      const other = { findings: findings.toReversed(), components: components.toReversed() };
      expect(differenceOf({ findings, components }, other)).toMatchObject({
        findings: { opened: [], closed: [] },
        software: { changes: [] },
        components: { changes: [] },
      });
    }),
  );
});

test('is the other way round from there to here', () => {
  const reversed = <Item extends { from: unknown; to: unknown }>(changes: readonly Item[] = []) =>
    changes.map((change) => ({ ...change, from: change.to, to: change.from }));
  fc.assert(
    fc.property(inventory, inventory, (one, other) => {
      const [there, back] = [differenceOf(one, other), differenceOf(other, one)];
      expect(back.findings?.opened).toEqual(there.findings?.closed);
      expect(back.findings?.closed).toEqual(there.findings?.opened);
      expect(back.software?.changes).toEqual(reversed(there.software?.changes));
      expect(back.software?.same).toEqual(there.software?.same);
      expect(back.components?.changes).toEqual(reversed(there.components?.changes));
    }),
  );
});

test('takes a module of Go for the same one, however its path is written', () => {
  const module = (purl: string) => ({ ...release('m', '1.14.0'), type: 'go-module', purl });
  const parted = module('pkg:golang/github.com/acme/tool@v1.14.0#api');
  const whole = module('pkg:golang/github.com/acme/tool/api@v1.14.0');
  const other = module('pkg:golang/github.com/acme/tool@v1.14.0');
  const saidOf = (from: HeldComponent, to: HeldComponent) => {
    const { components } = differenceOf(held([], [from]), held([], [to]));
    return [components?.changes.length, components?.same];
  };
  expect(saidOf(parted, whole)).toEqual([0, 1]);
  expect(saidOf(parted, other)).toEqual([2, 0]);
});
