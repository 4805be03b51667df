import { SearchCheck } from 'lucide-react';
import type { PaletteGroup } from '@/components/layout/palette-state';
import { NotMatchedMark } from '@/components/status/not-matched';
import { StatusMark } from '@/components/status/status-mark';
import { DEFAULT_LEVEL } from '@/domain/catalog/check/support';
import type { Day } from '@/domain/eol/calendar';
import { checkHref, readLine, type AskedComponent } from '@/features/check/params';
import { verdictOf, type Explained } from '@/features/check/words';

/** Reads a text as a component with its version, such as `node 20.11`; null: it is none. */
export function componentIn(text: string): AskedComponent | null {
  const component = readLine(text, { ecosystem: 'generic', vendor: '' });
  if (!('version' in component)) return component;
  return /^v?\d/i.test(component.version) ? component : null;
}

/** The answer to whether it has ended, as the palette gives it; nothing was found: the way to ask more closely. */
export function foundAnswer({ results, today }: Explained, text: string): PaletteGroup {
  const [explained] = results;
  // The server gives calendar days alone.
  const context = { level: DEFAULT_LEVEL, today: today as Day, asked: text };
  const verdict = explained && verdictOf(explained, context);
  const isKnown =
    verdict !== undefined &&
    (verdict.status !== 'unmatched' || explained?.answer.candidates !== undefined);
  return {
    heading: 'Check',
    items: [
      {
        id: 'check',
        label: isKnown ? verdict.headline : `Check “${text}”`,
        icon: isKnown ? (
          // Not the item's own mark, which is grey.
          <span className="flex">
            {verdict.status === 'unmatched' ? (
              <NotMatchedMark />
            ) : (
              <StatusMark status={verdict.status} />
            )}
          </span>
        ) : (
          <SearchCheck aria-hidden />
        ),
        href: checkHref({ q: text }),
      },
    ],
  };
}
