import { expect, test } from 'vitest';
import { element, escapeXml, shortened, textAt } from './svg-markup';

test.each([
  ['a < b & "c" > \'d\'', 'a &lt; b &amp; &quot;c&quot; &gt; &apos;d&apos;'],
  ['</text><script>alert(1)</script>', '&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['nul\u0000 bell\u0007 escape\u001b', 'nul bell escape'],
  ['half a pair \ud83d', 'half a pair '],
  ['a pair 😀 and \uffff', 'a pair 😀 and '],
  ['line\nand\ttab', 'line\nand\ttab'],
])('%j', (text, escaped) => {
  expect(escapeXml(text)).toBe(escaped);
});

test('attributes are escaped and rounded, and left out when there is none', () => {
  expect(element('rect', { x: 1 / 3, fill: 'a"b', stroke: undefined })).toBe(
    '<rect x="0.33" fill="a&quot;b"/>',
  );
  expect(element('g', {}, '<rect/>')).toBe('<g><rect/></g>');
  expect(textAt(1, 2, '<b>')).toBe('<text x="1" y="2">&lt;b&gt;</text>');
});

test('a long name is cut between characters', () => {
  expect(shortened('short', 5)).toBe('short');
  expect(shortened('a😀😀😀', 3)).toBe('a😀…');
});
