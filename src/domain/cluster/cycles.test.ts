import { describe, expect, test } from 'vitest';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { overlaidView } from '@/domain/catalog/overlay';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { type CatalogView, indexCatalog, plainView } from '@/domain/catalog/view';
import {
  distributionOf,
  type JudgedBy,
  judgeImageSystem,
  type Judgement,
  judgeNodeSystem,
  judgeRuntime,
  judgeVersion,
} from './cycles';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};
const TODAY = day('2026-11-23');

type Cycle = Record<string, string | boolean>;
const product = (slug: string, name: string, category: string, cycles: Cycle[]) =>
  toProduct(starterProduct.parse({ slug, name, category, cycles }), 'starter');
const cycle = (name: string, supportedUntil: string, more: Cycle = {}): Cycle => ({
  ...{ name, releasedOn: '2020-01-01', supportedUntil },
  ...more,
});

const catalog = plainView(
  indexCatalog([
    product('amazon-eks', 'Amazon EKS', 'service', [
      cycle('1.36', '2027-08-02', { extendedUntil: '2028-08-02' }),
      cycle('1.33', '2026-07-29', { extendedUntil: '2027-07-29' }),
      cycle('1.30', '2025-07-23', { extendedUntil: '2026-07-23' }),
    ]),
    product('google-kubernetes-engine', 'Google Kubernetes Engine', 'service', [
      cycle('1.33', '2026-08-03'),
    ]),
    product('azure-kubernetes-service', 'Azure Kubernetes Service', 'service', [
      cycle('1.33', '2026-07-31', { extendedUntil: '2027-07-31' }),
    ]),
    product('kubernetes', 'Kubernetes', 'server-app', [
      cycle('1.36', '2027-06-28'),
      cycle('1.33', '2026-06-28'),
    ]),
    product('containerd', 'containerd', 'app', [cycle('1.7', '2026-09-01')]),
    product('docker-engine', 'Docker Engine', 'app', [cycle('28', '2026-05-13')]),
    product('amazon-linux', 'Amazon Linux', 'os', [
      cycle('2023', '2029-06-30'),
      cycle('2', '2026-06-30'),
    ]),
    product('ubuntu', 'Ubuntu', 'os', [cycle('22.04', '2027-04-01'), cycle('20.04', '2025-05-31')]),
    product('debian', 'Debian', 'os', [cycle('10', '2022-09-10')]),
    product('linux', 'Linux Kernel', 'os', [cycle('6.1', '2027-12-31')]),
  ]),
);

const by: JudgedBy = { catalog, today: TODAY };

const told = ({ cycle: found, unknown }: Judgement) =>
  found
    ? [found.product, found.cycle, found.state, found.extended?.until ?? null]
    : [unknown === null ? null : 'unknown'];

describe('whose version it is', () => {
  const labelled = (label: string) => [{ name: 'node', labels: { [label]: 'x' } }];
  test.each([
    ['v1.31.4-eks-2d5f260', [], 'eks'],
    ['v1.31.4', labelled('eks.amazonaws.com/nodegroup'), 'eks'],
    ['v1.30.5-gke.1443001', [], 'gke'],
    ['v1.30.5', labelled('kubernetes.azure.com/cluster'), 'aks'],
    ['v1.30.5', [{ name: 'aks-system-12345678-vmss000000' }], 'aks'],
    ['v1.30.5+k3s1', [], 'kubernetes'],
    [null, [], null],
    [null, labelled('kubernetes.azure.com/cluster'), 'aks'],
  ])('%s %j', (version, nodes, expected) => {
    expect(distributionOf(version, nodes)).toBe(expected);
  });
});

test.each([
  ['eks', 'v1.36.0-eks-2d5f260', ['Amazon EKS', '1.36', 'next', null]],
  // Ended for those who pay nothing; what is left costs money.
  ['eks', 'v1.33.9-eks-2d5f260', ['Amazon EKS', '1.33', 'ended', '2027-07-29']],
  ['eks', 'v1.30.4-eks-2d5f260', ['Amazon EKS', '1.30', 'ended', null]],
  ['gke', 'v1.33.5-gke.1443001', ['Google Kubernetes Engine', '1.33', 'ended', null]],
  ['aks', 'v1.33.2', ['Azure Kubernetes Service', '1.33', 'ended', '2027-07-31']],
  ['kubernetes', 'v1.36.1+k3s1', ['Kubernetes', '1.36', 'next', null]],
  ['kubernetes', 'v1.99.0', ['unknown']],
  ['kubernetes', 'nonsense', ['unknown']],
  ['kubernetes', null, ['unknown']],
  [null, 'v1.33.0', ['unknown']],
] as const)('%s %s', (distribution, version, expected) => {
  expect(told(judgeVersion(by, distribution, version))).toEqual(expected);
});

test.each([
  ['containerd://1.7.22', ['containerd', '1.7', 'ended', null]],
  ['docker://28.0.1', ['Docker Engine', '28', 'ended', null]],
  ['cri-o://1.30.2', ['unknown']],
  ['constructor://1.30.2', ['unknown']],
  ['containerd', ['unknown']],
  [null, ['unknown']],
])('runtime %s', (text, expected) => {
  expect(told(judgeRuntime(by, text))).toEqual(expected);
});

test.each([
  ['linux', '5.10.230-223.885.amzn2.x86_64', ['Amazon Linux', '2', 'ended', null]],
  ['linux', '6.1.119-129.201.amzn2023.x86_64', ['Amazon Linux', '2023', 'later', null]],
  ['Ubuntu 20.04.6 LTS', '5.4.0-200-generic', ['Ubuntu', '20.04', 'ended', null]],
  // kernel.org's own, which Bottlerocket and others build: its dates say nothing of the system.
  ['linux', '6.1.115', ['unknown']],
  ['linux', '5.15.0-1074-azure', ['unknown']],
  ['linux', null, ['unknown']],
])('node of %s with kernel %s', (operatingSystem, kernelVersion, expected) => {
  expect(told(judgeNodeSystem(by, { operatingSystem, kernelVersion }))).toEqual(expected);
});

test.each([
  [{ family: 'debian', name: '10.13' }, ['Debian', '10', 'ended', null]],
  [{ family: 'amazon', name: '2 (Karoo)' }, ['Amazon Linux', '2', 'ended', null]],
  [{ family: 'wolfi', name: '20230201' }, ['unknown']],
])('image of %j', (system, expected) => {
  expect(told(judgeImageSystem(by, system))).toEqual(expected);
});

describe('whose word an end is', () => {
  const LINE = cycle('1.7', '2026-09-01', { releasedOn: '2024-01-01' });
  const before = cycle('1.6', '2024-06-01', { releasedOn: '2022-01-01' });
  const index = indexCatalog([product('containerd', 'containerd', 'app', [LINE, before])], TODAY);
  const degreeOf = (version: string, view: CatalogView) =>
    judgeRuntime({ catalog: view, today: TODAY }, `containerd://${version}`).cycle?.evidence;

  test('is that of the catalog, or a conclusion', () => {
    expect(degreeOf('1.7.22', plainView(index))).toBe('catalog');
    expect(degreeOf('1.5.3', plainView(index))).toBe('inferred');
  });

  test('is the organization’s own where it set the day, or has the product', () => {
    const set = { reason: 'Bought', setBy: 'Ada', setOn: TODAY, endsOn: day('2028-01-01') };
    const override = { productName: 'containerd', cycle: '1.7', ...set };
    const overlay = { ownProducts: [], overrides: [] };
    expect(degreeOf('1.7.22', overlaidView(index, { ...overlay, overrides: [override] }))).toBe(
      'own',
    );
    const own = toProduct(
      starterProduct.parse({
        ...{ slug: 'containerd', name: 'containerd', category: 'app', cycles: [LINE] },
      }),
      'organization',
    );
    expect(degreeOf('1.7.22', overlaidView(index, { ...overlay, ownProducts: [own] }))).toBe('own');
  });

  test('is that of the organization, and no estimate, where it set a day for what is concluded', () => {
    const endsOn = day('2030-01-01');
    const set = { reason: 'We maintain it', setBy: 'Ada', setOn: TODAY, endsOn };
    const overrides = [{ productName: 'containerd', cycle: '1.5', ...set }];
    const view = overlaidView(index, { ownProducts: [], overrides });
    expect(judgeRuntime({ catalog: view, today: TODAY }, 'containerd://1.5.3').cycle).toMatchObject(
      { eolOn: endsOn, state: 'later', evidence: 'own', estimatedFrom: null },
    );
  });
});

describe('a contract', () => {
  const contract = { contractId: 'one', vendor: 'Freexian', scope: 'organization' } as const;
  const terms = { ...contract, endedBy: null };
  const until = (text: string): JudgedBy => ({
    ...by,
    cover: (name, line) =>
      `${name} ${line}` === 'Amazon EKS 1.33' ? { ...terms, place: null, endsOn: day(text) } : null,
  });
  const judgedUntil = (text: string, version = 'v1.33.9-eks-2d5f260') =>
    judgeVersion(until(text), 'eks', version).cycle;

  test('supports what it covers until it ends, marked with the end upstream', () => {
    expect(judgedUntil('2028-01-01')).toMatchObject({
      ...{ eolOn: '2028-01-01', state: 'later', evidence: 'contract', extended: null },
      support: { vendor: 'Freexian', until: '2028-01-01', upstreamOn: '2026-07-29' },
      // Nothing is recommended because of a contract.
      advice: judgeVersion(by, 'eks', 'v1.33.9-eks-2d5f260').cycle?.advice,
    });
    expect(judgedUntil('2026-11-23')).toMatchObject({
      ...{ eolOn: '2026-11-23', state: 'ended', evidence: 'contract' },
      extended: { until: '2027-07-29' },
    });
  });

  test('decides nothing where upstream lasts longer, nor of what it does not cover', () => {
    expect(judgedUntil('2026-01-01')).toMatchObject({ eolOn: '2026-07-29', evidence: 'catalog' });
    expect(judgedUntil('2028-01-01', 'v1.30.4-eks-2d5f260')).toMatchObject({
      ...{ eolOn: '2025-07-23', state: 'ended', support: null },
    });
  });
});
