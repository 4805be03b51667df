import { expect, it } from 'vitest';
import {
  bestDegree,
  EVIDENCE_DEGREES,
  EVIDENCE_DESCRIBED,
  EVIDENCE_SENTENCES,
  EVIDENCE_WORDS,
  isEstimate,
} from './degree';

it('has a word and a sentence for every degree, each its own', () => {
  expect(Object.keys(EVIDENCE_WORDS)).toEqual([...EVIDENCE_DEGREES]);
  expect(Object.keys(EVIDENCE_SENTENCES)).toEqual([...EVIDENCE_DEGREES]);
  expect(new Set(Object.values(EVIDENCE_WORDS)).size).toBe(EVIDENCE_DEGREES.length);
  expect(EVIDENCE_DESCRIBED).toContain('`stale`: estimate: its line');
});

it('takes the best that there is, and nothing of nothing', () => {
  expect(bestDegree(['stale', 'registry', 'unknown'])).toBe('registry');
  expect(bestDegree(['own', 'contract'])).toBe('contract');
  expect(bestDegree(['inferred', 'sbom', 'catalog'])).toBe('catalog');
  expect(bestDegree([])).toBe('unknown');
});

it('knows what nobody has said', () => {
  expect(EVIDENCE_DEGREES.filter(isEstimate)).toEqual(['inferred', 'stale']);
});
