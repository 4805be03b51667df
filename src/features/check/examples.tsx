import Link from 'next/link';
import { checkHref, type CheckParams } from './check-params';

const EXAMPLES: readonly { readonly params: Partial<CheckParams>; readonly what: string }[] = [
  { params: { q: 'nodejs 16.20.2' }, what: 'A name and a version' },
  { params: { q: 'pkg:npm/express@3.21.2' }, what: 'A package URL' },
  { params: { q: 'cpe:2.3:o:debian:debian_linux:11:*:*:*:*:*:*:*' }, what: 'A CPE name' },
  {
    params: { q: 'pkg:deb/debian/openssl@1.1.1w-0%2Bdeb11u1?distro=debian-11' },
    what: 'A package that a distribution maintains',
  },
  {
    params: { q: 'ubuntu 18.04', level: 'EXTENDED_SUPPORT' },
    what: 'Extended support',
  },
  {
    params: { q: 'python 3.8.20\ndjango==3.2.25\nnginx:1.24\nleft-pad 1.3.0' },
    what: 'Several at once',
  },
];

/** What can be asked, to press while nothing is. */
export function Examples() {
  return (
    <section aria-labelledby="examples" className="grid max-w-5xl gap-2">
      <h2 id="examples" className="text-sm font-semibold">
        For example
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-2">
        {EXAMPLES.map(({ params, what }) => (
          <li key={what} className="min-w-0 bg-surface">
            <Link
              href={checkHref(params)}
              className="grid h-full min-w-0 content-start gap-0.5 px-4 py-3 -outline-offset-2 hover:bg-hover"
            >
              <span className="text-xs text-muted">{what}</span>
              <span className="font-mono text-xs wrap-anywhere whitespace-pre-line">
                {params.q}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
