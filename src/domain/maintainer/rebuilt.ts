import { type Maintainer, ofNobodyKnown, quoted } from './maintainer';

/**
 * What those who build libraries for Java anew write into the versions of their own: Red Hat, Amazon for EMR, and Cloudera,
 * which also writes its platform's version behind the library's, `3.1.1.7.1.7.0-551`. They support what they built for
 * as long as what it is a part of, not for as long as its project does.
 */
const MARKS: readonly (readonly [mark: RegExp, builder: string])[] = [
  [/[.-]redhat-\d+(?=$|[.-])/, 'Red Hat'],
  [/-amzn-\d+(?=$|[.-])/, 'Amazon'],
  [/-cdh\d[\d.]*(?=$|[.-])/, 'Cloudera'],
  [/^\d+(?:\.\d+){5,9}-\d+$/, 'Cloudera'],
];

const MAX_LENGTH = 120;

/** Tells whether somebody else than its project built a library for Java, and who, as its version says; null if nothing does. */
export function rebuilderOf(version: string): Maintainer | null {
  if (version.length > MAX_LENGTH) return null;
  for (const [expression, builder] of MARKS) {
    const [mark] = expression.exec(version) ?? [];
    if (mark !== undefined) {
      return ofNobodyKnown(
        `${quoted(mark)} is how ${builder} writes what it builds, and until when it supports that is not known`,
      );
    }
  }
  return null;
}
