'use client';

import { TimelinePicture } from '../picture/view';
import { sheetsOf, type ListedLines, type PictureFacts } from '../picture/values';

export interface TimelineSheetsProps {
  facts: PictureFacts;
  lines: ListedLines;
}

/** Draws the timeline for paper, A4 or Letter: a head on each sheet, and no line cut in two where it fits one. */
export function TimelineSheets({ facts, lines }: TimelineSheetsProps) {
  return (
    <div data-timeline-sheets className="hidden print:block">
      {sheetsOf(facts, lines).map((sheet, index) => (
        <div
          key={index}
          data-print="exact"
          className="break-inside-avoid not-last:break-after-page [&>svg]:h-auto [&>svg]:w-full"
        >
          <TimelinePicture {...sheet} />
        </div>
      ))}
    </div>
  );
}
