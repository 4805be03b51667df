import { describe, expect, it } from 'vitest';
import { findSections, type DocsPage } from './sections';

const pages: DocsPage[] = [
  {
    href: '/docs/scanners',
    group: null,
    sections: [
      { id: 'scanners', title: 'Scanners', depth: 1, text: 'Scanners call port 443.' },
      { id: 'port-443', title: 'Port 443', depth: 2, text: 'Map it to the listener.' },
    ],
  },
  {
    href: '/docs/deployment',
    group: null,
    sections: [
      { id: 'deployment', title: 'Deployment', depth: 1, text: 'One process serves everything.' },
      {
        id: 'behind-a-proxy',
        title: 'Behind a proxy',
        depth: 2,
        text: `${'So it is. '.repeat(30)}Then Scanners come by port 443, past the proxy.${' And on.'.repeat(60)}`,
      },
    ],
  },
];
const hrefs = (text: string) => findSections(pages, text).map(({ href }) => href);

describe('findSections', () => {
  it('finds nothing for an empty text', () => {
    expect(hrefs('  ')).toEqual([]);
  });

  it('puts matches in titles first', () => {
    expect(hrefs('port 443')).toEqual([
      '/docs/scanners#port-443',
      '/docs/scanners',
      '/docs/deployment#behind-a-proxy',
    ]);
  });

  it('requires every word, in any case and order, counting the title of the page', () => {
    expect(hrefs('PROXY deployment')).toEqual(['/docs/deployment#behind-a-proxy']);
    expect(hrefs('port nowhere')).toEqual([]);
  });

  it('does not find each section of a page by the name of the page alone', () => {
    expect(hrefs('deployment')).toEqual(['/docs/deployment']);
  });

  it('shows the words around the first that was found', () => {
    const [found] = findSections(pages, 'past proxy');
    expect(found?.title).toBe('Behind a proxy');
    expect(found?.page).toBe('Deployment');
    expect(found?.excerpt).toMatch(/^… .*Then Scanners come by port 443, past the proxy\..*…$/);
  });
});
