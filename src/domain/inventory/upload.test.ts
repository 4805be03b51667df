import { describe, expect, test } from 'vitest';
import { isDomainError } from '@/domain/errors';
import type { InventoryDocument, InventorySubject } from './document';
import { uploadOfDocument, type GivenSubject } from './upload';

const nothingGiven: GivenSubject = {
  project: null,
  name: null,
  tag: null,
  digest: null,
  labels: {},
};
const DIGEST = `sha256:${'a'.repeat(64)}`;

function documentOf(
  subject: Partial<InventorySubject> | null,
  hasDistro = false,
): InventoryDocument {
  return {
    ...{ format: 'cyclonedx-json', formatVersion: '1.6', tools: [], createdAt: null },
    subject: subject && {
      ...{ kind: 'image', name: 'shop', tag: null, digest: null, labels: null, repoDigests: [] },
      ...subject,
    },
    distro: hasDistro
      ? { id: 'debian', versionId: '12', prettyName: 'Debian 12', cpeName: '' }
      : null,
    ...{ distroLifecycle: null, components: [] },
    notUnderstood: { unnamed: 0, unversioned: 0, ranged: 0 },
  };
}

function uploadOf(subject: Partial<InventorySubject> | null, given: Partial<GivenSubject> = {}) {
  const { projectName, source, commitHash } = uploadOfDocument(documentOf(subject), {
    ...nothingGiven,
    ...given,
  });
  return { projectName, commitHash, ...source };
}

describe('the subject of an upload', () => {
  test('is what the document says it is', () => {
    const image = { name: 'registry.example.com/shop', tag: '2.4', digest: DIGEST } as const;
    expect(uploadOf(image)).toMatchObject({
      ...{ kind: 'image', name: 'registry.example.com/shop', tag: '2.4', digest: DIGEST },
      ...{ verified: false, projectName: 'unassigned' },
    });
    expect(uploadOf({ kind: 'directory', name: '/srv/shop' })).toMatchObject({
      ...{ kind: 'directory', name: '/srv/shop', tag: 'latest', projectName: 'unassigned' },
    });
    expect(uploadOf({ kind: 'application', name: 'shop', tag: '2.4.1' })).toMatchObject({
      ...{ kind: 'application', name: 'shop', tag: '2.4.1', projectName: 'shop' },
    });
  });

  test('is an image where the caller gives the digest of one', () => {
    const given = { name: 'registry.example.com/shop', tag: '2', digest: DIGEST };
    expect(uploadOf({ kind: 'application', name: 'shop', tag: '2.4.1' }, given)).toMatchObject({
      ...{ kind: 'image', ...given, projectName: 'unassigned' },
    });
  });

  test('is what the caller says before what the document says', () => {
    const given = { project: 'payments', name: 'other:3', tag: '4', digest: DIGEST };
    expect(uploadOf({ name: 'shop', tag: '2' }, given)).toMatchObject({
      ...{ projectName: 'payments', name: 'other', tag: '4', digest: DIGEST },
    });
    expect(uploadOf({ name: 'shop', tag: '2' }, { name: 'other:3' })).toMatchObject({ tag: '3' });
  });

  test('has the labels of both, the caller’s before the document’s', () => {
    const labels = { team: 'a', stage: 'live' };
    expect(uploadOf({ labels }, { labels: { team: 'b' } })).toMatchObject({
      labels: { team: 'b', stage: 'live' },
    });
    expect(uploadOf({})).toMatchObject({ labels: null });
  });

  test('has the labels that somebody gives, where there is no room for all', () => {
    const many = Array.from({ length: 10 }, (_, at) => [`label-${String(at)}`, 'x'.repeat(8_000)]);
    const { source } = {
      source: uploadOf({ labels: Object.fromEntries(many) }, { labels: { team: 'b' } }),
    };
    expect(source).toMatchObject({ labels: { team: 'b', 'label-0': 'x'.repeat(8_000) } });
    expect('labels' in source && Object.keys(source.labels ?? {})).toHaveLength(5);
  });

  test('of a document that does not say is an image where there is an operating system', () => {
    const given = { ...nothingGiven, name: 'shop' };
    expect(uploadOfDocument(documentOf(null, true), given).source.kind).toBe('image');
    expect(uploadOfDocument(documentOf(null), given).source.kind).toBe('application');
  });

  test('that is called an image and has no name of one is an application', () => {
    expect(uploadOf({ kind: 'image', name: 'My Shop', tag: '1' })).toMatchObject({
      ...{ kind: 'application', name: 'My Shop', tag: '1' },
    });
  });

  test('of a repository brings the commit, not a digest', () => {
    const repository = {
      kind: 'repository',
      name: 'acme/shop',
      tag: 'main',
      digest: 'c0ffee',
    } as const;
    expect(uploadOf(repository)).toMatchObject({
      ...{
        kind: 'application',
        name: 'acme/shop',
        tag: 'main',
        digest: null,
        commitHash: 'c0ffee',
      },
    });
  });

  test('is asked for where nobody says it', () => {
    expect(faultsOf(() => uploadOf(null))).toEqual([['query', 'name']]);
    expect(faultsOf(() => uploadOf({}, { digest: 'latest' }))).toEqual([['query', 'digest']]);
  });
});

function faultsOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (isDomainError(error)) return error.faults.map(({ loc }) => loc);
    throw error;
  }
  return null;
}
