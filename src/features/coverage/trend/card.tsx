'use client';

import dynamic from 'next/dynamic';
import { Card } from '@/components/ui/card';
import type { Coverage } from '@/features/coverage/words';

const HEIGHT_PX = 220;
/** The legend's lines, and the gap to the drawing. */
const LEGEND_PX = 44;

const CoverageTrend = dynamic(() => import('./view').then((module) => module.CoverageTrend), {
  ssr: false,
});

/** Shows how what is known has grown from day to day. */
export function TrendCard({ days }: { days: Coverage['days'] }) {
  return (
    <Card title="Over time" description="As last counted on each day of the last year">
      {days.length < 2 ? (
        <p className="text-sm text-muted">Counted since today: there is more to see tomorrow.</p>
      ) : (
        <div style={{ minHeight: HEIGHT_PX + LEGEND_PX }} className="min-w-0 overflow-x-clip">
          <CoverageTrend days={days} heightPx={HEIGHT_PX} />
        </div>
      )}
    </Card>
  );
}
