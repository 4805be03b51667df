import { describe, expect, it } from 'vitest';
import { nameInMail } from './name-in-mail';

/** Returns a text as a reader sees it: without spaces of no width. */
const seen = (text: string) => text.replaceAll('\u200b', '');

/** Patterns of texts that mail programs make links of, in the ways in which they differ. */
const LINKS = [
  /[a-z][a-z0-9+.-]*:\/\//i,
  /\bwww\d*\./i,
  /\/\/\S/,
  /[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61][\p{L}\p{N}]/u,
  /[^\s\u200b]@/,
  /[a-z0-9]:[^\s\u200b]/i,
  /\d\.\d/,
];

const ADDRESSES = [
  'http://evil.example/login',
  'HTTPS://EVIL.EXAMPLE',
  'hxxp://evil.example',
  'http:\u200b//evil.example',
  'h\u00adttp://evil.example',
  'http: //evil.example',
  'http:/ /evil.example',
  'http:\\\\evil.example',
  'ｈｔｔｐ：／／evil.example',
  'ftp://evil.example',
  '//evil.example/login',
  'www.evil.example',
  'WWW2.evil.example',
  'evil.example',
  'evil.example/login',
  'evil.example:8080/login',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'evil\u2060.\u2060example',
  'xn--evl-tla.example',
  '192.0.2.1/login',
  'javascript:alert(1)',
  'mailto:eve@evil.example',
  'eve@evil.example',
  'tel:+15550100',
  '(evil.example)',
  'Acme\r\n\r\nhttp://evil.example',
  'a http://evil.example b www.evil.example c evil.example d',
];

describe('a name in a mail', () => {
  it.each(ADDRESSES)('is no link: %j', (name) => {
    const shown = nameInMail(name);
    // A space of no width cuts what stands around it apart.
    for (const link of LINKS) expect(shown).not.toMatch(link);
    expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  });

  it.each(['http://evil.example/login', 'www.evil.example/login', '//evil.example/login'])(
    'does not even tell the address of a page: %s',
    (page) => {
      expect(nameInMail(`URGENT: visit ${page} now`)).toBe('URGENT: visit [link removed] now');
    },
  );

  it.each([
    'Acme Inc.',
    'Node.js',
    'acme.io team',
    'Node.js/React guild',
    'S.p.A. Milano',
    'Grüne Wiese',
    'Team: Red',
    'O’Neill & Söhne (1.2)',
    'Ada Lovelace',
    '株式会社テスト',
    '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc',
    '👩‍💻 guild',
  ])('reads as it was typed: %s', (name) => {
    expect(seen(nameInMail(name))).toBe(name);
  });

  it.each(['Ada Lovelace', 'Acme Inc.', 'Team: Red', 'Grüne Wiese'])(
    'has nothing in it that was not typed where nothing could be a link: %s',
    (name) => {
      expect(nameInMail(name)).toBe(name);
    },
  );

  it('cannot turn the reading direction, and does not fill the letter', () => {
    expect(nameInMail('\u202eelpmaxe\u202c Acme\u2069')).toBe('elpmaxe Acme');
    expect(nameInMail('x'.repeat(255))).toBe(`${'x'.repeat(99)}…`);
    expect(nameInMail('\ud800Acme')).toBe('\ufffdAcme');
  });
});
