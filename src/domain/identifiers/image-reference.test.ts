import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseImageReference, readImageReference, type ImageReference } from './image-reference';

const SHA256 = `sha256:${'4bb24efc'.repeat(8)}`;

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,4}[a-z0-9])?$/);
const port = fc.option(fc.stringMatching(/^:[0-9]{1,5}$/), { nil: '' });
/** Hosts that are told from a first path component: by a dot, a port, a capital or their name. */
const host = fc.oneof(
  fc
    .tuple(
      fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.')),
      port,
    )
    .map((parts) => parts.join('')),
  fc.tuple(label, fc.stringMatching(/^:[0-9]{1,5}$/)).map((parts) => parts.join('')),
  fc.tuple(fc.stringMatching(/^[A-Z][a-zA-Z0-9]{0,4}$/), port).map((parts) => parts.join('')),
  fc
    .tuple(fc.stringMatching(/^\[[a-fA-F0-9:]{1,8}\]$/), port)
    .map((parts) => parts.join(''))
    .filter((text) => text.includes(':')),
  fc.constantFrom('localhost', 'localhost:5000'),
);
const component = fc.stringMatching(/^[a-z0-9]{1,4}(?:(?:_|__|-{1,3})[a-z0-9]{1,3}){0,2}$/);
const dotted = fc.stringMatching(/^[a-z0-9]{1,4}(?:(?:\.|_|__|-{1,3})[a-z0-9]{1,3}){0,2}$/);
const tag = fc.stringMatching(/^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,8}$/);
const digest = fc.constantFrom(SHA256, `sha384:${'0a'.repeat(48)}`, `sha512:${'f9'.repeat(64)}`);

function asItIs(text: string): ImageReference {
  return { name: text, tag: 'latest', explicitTag: null, digest: null, canonicalName: text };
}

describe('parseImageReference', () => {
  it('reads every reference of the distribution grammar', () => {
    const reference = fc.record({
      domain: fc.option(host, { nil: null }),
      first: component.filter((text) => text !== 'localhost'),
      rest: fc.array(dotted, { maxLength: 3 }),
      tag: fc.option(tag, { nil: null }),
      digest: fc.option(digest, { nil: null }),
    });
    fc.assert(
      fc.property(reference, ({ domain, first, rest, tag, digest }) => {
        const path = [first, ...rest].join('/');
        const name = domain === null ? path : `${domain}/${path}`;
        const official = rest.length === 0 ? `library/${path}` : path;
        const text = name + (tag === null ? '' : `:${tag}`) + (digest === null ? '' : `@${digest}`);
        expect(parseImageReference(text)).toEqual({
          name,
          tag: tag ?? digest ?? 'latest',
          explicitTag: tag ?? digest,
          digest,
          canonicalName: domain === null ? `docker.io/${official}` : `${domain}/${path}`,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps what does not parse as it is, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const read = parseImageReference(text);
        if (readImageReference(text) === null) {
          expect(read).toEqual(asItIs(text));
        } else {
          expect(text).toContain(read.name);
        }
      }),
    );
  });

  it.each([
    ['nginx', 'nginx', 'latest', 'docker.io/library/nginx'],
    ['nginx:1.25', 'nginx', '1.25', 'docker.io/library/nginx'],
    ['docker.io/library/nginx:1.25', 'docker.io/library/nginx', '1.25', 'docker.io/library/nginx'],
    ['docker.io/nginx', 'docker.io/nginx', 'latest', 'docker.io/library/nginx'],
    [
      'index.docker.io/library/nginx',
      'index.docker.io/library/nginx',
      'latest',
      'docker.io/library/nginx',
    ],
    ['grafana/grafana', 'grafana/grafana', 'latest', 'docker.io/grafana/grafana'],
    ['host:5000/a/b:tag', 'host:5000/a/b', 'tag', 'host:5000/a/b'],
    [`acme/batch@${SHA256}`, 'acme/batch', SHA256, 'docker.io/acme/batch'],
    [`acme/batch:1@${SHA256}`, 'acme/batch', '1', 'docker.io/acme/batch'],
    ['docker://ghcr.io/acme/app:2', 'ghcr.io/acme/app', '2', 'ghcr.io/acme/app'],
    ['registry:ghcr.io/acme/app:2', 'ghcr.io/acme/app', '2', 'ghcr.io/acme/app'],
    ['docker:nginx:1.25', 'nginx', '1.25', 'docker.io/library/nginx'],
    ['docker:27-dind', 'docker', '27-dind', 'docker.io/library/docker'],
    ['registry:2', 'registry', '2', 'docker.io/library/registry'],
  ])('reads %s', (text, name, tag, canonicalName) => {
    expect(parseImageReference(text)).toMatchObject({ name, tag, canonicalName });
  });

  it.each([
    '',
    '../shop.tar',
    '/var/images/shop',
    'Nginx',
    'a//b',
    'nginx:',
    'nginx@sha256:abc',
    `nginx@sha256:${'A'.repeat(64)}`,
    `nginx:${'a'.repeat(129)}`,
    'a'.repeat(256),
    'a_-b',
    'a___b',
    'https://',
    '4bb24efc'.repeat(8),
  ])('keeps %s, which is no reference', (text) => {
    expect(parseImageReference(text)).toEqual(asItIs(text));
  });

  it('takes no longer for a hostile name than for any other', () => {
    const startedAtMs = performance.now();
    for (const unit of ['a', 'a-', 'a.', 'a/', 'A', '_', ':', '@', '-', 'a__']) {
      for (const end of ['', '!', '/', ':', '@', ':!'])
        parseImageReference(unit.repeat(8_192 / unit.length) + end);
    }
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });
});
