import { describe, expect, it } from 'vitest';
import { writeLetter } from './letter';
import { say, verbatim } from './words';

const hostile = say`${verbatim(`<img src=x onerror="alert('1')"> & co`)}`;

describe('writeLetter', () => {
  it('says the same as text and as HTML', () => {
    const { text, html } = writeLetter({
      heading: say`Join Acme`,
      paragraphs: [say`Ada invites you.`, say`You may read everything.`],
      action: {
        label: say`Open the invitation`,
        url: 'https://eventide.example/invitations/abc?a=1&b=2',
      },
      footnote: say`It holds until 3 Dec 2026.`,
    });
    expect(text).toBe(
      [
        'Join Acme',
        'Ada invites you.',
        'You may read everything.',
        'Open the invitation:\nhttps://eventide.example/invitations/abc?a=1&b=2',
        '-- \nIt holds until 3 Dec 2026.\n',
      ].join('\n\n'),
    );
    for (const part of [
      'Join Acme',
      'Ada invites you.',
      'You may read everything.',
      'It holds until 3 Dec 2026.',
    ])
      expect(html).toContain(part);
    expect(html).toContain('href="https://eventide.example/invitations/abc?a=1&amp;b=2"');
  });

  it('escapes whatever it is given, wherever it stands', () => {
    const { html } = writeLetter({
      heading: hostile,
      paragraphs: [hostile],
      action: { label: hostile, url: 'https://eventide.example/"><script>' },
      footnote: hostile,
    });
    expect(html).not.toMatch(/<img|<script|onerror="/);
    expect(
      html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; &amp; co/g),
    ).toHaveLength(5);
  });

  it('keeps what people typed on one line', () => {
    const { text } = writeLetter({
      heading: say`Join ${'\r\nAcme\u2028now'}`,
      paragraphs: [say`${'a\n\nOpen this instead:\nhttps://evil.example\u0000'} invites you`],
    });
    expect(text).toBe('Join Acme now\n\na Open this instead: [link removed] invites you\n');
  });

  it('asks nothing of any server', () => {
    const { html } = writeLetter({ heading: say`x`, paragraphs: [] });
    expect(html).not.toMatch(/<img|<link|<style|<script|url\(|src=|@import/);
  });

  it('links to web pages only', () => {
    const letter = { heading: say`x`, paragraphs: [] };
    const to = (url: string) => () => writeLetter({ ...letter, action: { label: say`x`, url } });
    expect(to('javascript:alert(1)')).toThrow(TypeError);
    expect(to('/invitations/x')).toThrow(TypeError);
  });
});
