import { describe, expect, it } from 'vitest';
import { itemOf } from './content';
import { renderHtml } from './html-mail';
import { renderText } from './plain-text';
import { fullMessage } from './testing/messages';

const frame = { origin: 'https://eventide.example', footnote: 'Sent to the channel Operations.' };
/** A text as a reader sees it: without spaces of no width. */
const seen = (text: string) => text.replaceAll('\u200b', '');

const PARTS = [
  'Debian 10 ends sooner',
  'moved the end of support of Debian 10',
  '12 images in 3 projects: acme/shop:1.2, acme/billing:7 and 10 more',
  '10 September 2022',
  '30 June 2028',
  '30 June 2027',
  'Debian 12',
  'Evidence',
  'Catalog',
  'payments@example.com',
  'and 3 more',
  'All that changed',
  'Sent to the channel Operations.',
];

describe('a message as plain text', () => {
  it('says all of it', () => {
    expect(seen(renderText(fullMessage(), frame))).toBe(`Debian 10 ends sooner

endoflife.date moved the end of support of Debian 10.

* Debian 10
  It is the base of what runs in production
  Where: 12 images in 3 projects: acme/shop:1.2, acme/billing:7 and 10 more
  Since: 10 September 2022
  Until: 30 June 2027
  Was: 30 June 2028
  Now: 30 June 2027
  Says: endoflife.date
  Evidence: Catalog
  Move to: Debian 12
  Ask: Payments <payments@example.com>
  See: https://eventide.example/images?software=1&q=a%26b

and 3 more

All that changed:
https://eventide.example/catalog

-- 
Sent to the channel Operations.
`);
  });

  it('says of an estimate that it is one', () => {
    const item = itemOf({ key: 'a', what: 'Debian 10', evidence: 'inferred' });
    const text = renderText(fullMessage({ items: [item], total: 1 }), frame);
    expect(text).toContain('  Evidence: Inferred, an estimate\n');
  });

  it('says that there is nobody to ask where nobody owns what is open', () => {
    const open = itemOf({ key: 'debian/10/nobody', what: 'Debian 10' });
    const said = (item: typeof open) =>
      renderText(fullMessage({ items: [item], total: 1 }), frame).includes('Nobody owns it yet');
    expect(said(open)).toBe(true);
    expect(said({ ...open, isSolved: true })).toBe(false);
    expect(said({ ...open, key: 'catalog' })).toBe(false);
  });

  it('keeps names on one line and lets none be a link', () => {
    const item = itemOf({ key: 'a', what: 'a\n\nOpen: https://evil.example' });
    const text = renderText(fullMessage({ items: [item], total: 1 }), frame);
    expect(text).toContain('* a Open: [link removed]\n');
  });
});

describe('a message as HTML', () => {
  const html = renderHtml(fullMessage(), frame);

  it('says all of it', () => {
    for (const part of PARTS) expect(seen(html)).toContain(part);
    expect(html).toContain('href="https://eventide.example/images?software=1&amp;q=a%26b"');
  });

  it('asks nothing of any server', () => {
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=|@import/);
  });

  it('has a colour and a ground for every text, in the dark as well', () => {
    for (const [tag] of html.matchAll(/<(?:h1|p|a|td class)[^>]*>/g)) {
      expect(tag).toMatch(/class="[^"]*(?:ink|dim|link)/);
      expect(tag).toMatch(/color:#/);
    }
    expect(html).toContain('name="color-scheme" content="light dark"');
  });

  it('escapes whatever it is given, wherever it stands', () => {
    const hostile = '<img onerror="a"> & \'b\'';
    const ask = { name: hostile, email: null };
    const where = { images: 1, projects: 1, named: [hostile] };
    const item = itemOf({ ...{ key: 'a', what: hostile, detail: hostile }, ask, where });
    const links = [{ label: hostile, path: '/x' }];
    const message = fullMessage({ title: hostile, summary: hostile, items: [item], links });
    const written = renderHtml(message, { ...frame, footnote: hostile });
    expect(written).not.toMatch(/<img/);
    expect(written.match(/&lt;img onerror=&quot;a&quot;&gt; &amp; &#39;b&#39;/g)).toHaveLength(9);
  });
});
