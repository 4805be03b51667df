import { expect, test } from 'vitest';
import { UnreadableAnswer } from './evidence';
import { readXmlTexts } from './maven';

const wanted = new Set(['a', 'a/b', 'a/b/c']);

test.each([
  ['<a><b> x </b><b>y</b></a>', { a: '', 'a/b': 'x' }],
  [
    '<?xml version="1.0"?><a n="1"><!-- <b>no</b> --><b k=\'v\'>1 &lt; 2 &#x41;&#66;</b></a>',
    { a: '', 'a/b': '1 < 2 AB' },
  ],
  ['<a><b><![CDATA[<c>x</c> &amp;]]></b></a>', { a: '', 'a/b': '<c>x</c> &amp;' }],
  ['<a><b>&constructor;</b></a>', { a: '', 'a/b': '&constructor;' }],
  ['<a><b>&#0;&#xD800;&#x110000;</b></a>', { a: '', 'a/b': '&#0;&#xD800;&#x110000;' }],
  ['<a><b/><b><c>x</c></b></a>', { a: '', 'a/b': '', 'a/b/c': 'x' }],
  ['<x:y><a><b>no</b></a></x:y>', {}],
])('%s', (xml, expected) => {
  expect(Object.fromEntries(readXmlTexts(xml, wanted))).toEqual(expected);
});

test.each([
  'no markup',
  '',
  '<a>',
  '<a></b>',
  '<a><!-- open',
  '<a',
  '</a>',
  '<!DOCTYPE a [<!ENTITY x "xx">]><a>&x;</a>',
  '<a>'.repeat(100_000),
  '<html><br></html>',
])('refused: %.40s', (xml) => {
  expect(() => readXmlTexts(xml, wanted)).toThrow(UnreadableAnswer);
});

// With work that grows with the square of the size, it would not be done within the test's time.
test('a hostile document of the largest size is read to its end', () => {
  const texts = readXmlTexts(`<a>${'<b>&amp;</b>'.repeat(700_000)}</a>`, wanted);
  expect(texts).toBeDefined();
});
