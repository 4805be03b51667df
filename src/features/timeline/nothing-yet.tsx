import { hrefs } from '@/features/hrefs';
import Link from 'next/link';
import { NoData } from '@/components/feedback/no-data';
import { Button } from '@/components/ui/button';
import { SampleTimeline } from './sample-timeline';

/** Before the first upload: what the timeline will show. */
export function NothingYet() {
  return (
    <NoData
      title="When your software ends will be drawn here, on one time axis."
      picture={<SampleTimeline />}
      action={
        <Button asChild variant="primary">
          <Link href={hrefs.images()}>Scan an image</Link>
        </Button>
      }
    >
      No scan has found software with a known life cycle yet.
    </NoData>
  );
}
