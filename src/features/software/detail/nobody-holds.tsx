import { NoData } from '@/components/feedback/no-data';

/** What stands in the place of images and projects when there are none. */
export function NobodyHolds() {
  return (
    <NoData title="No image holds it now.">
      Some did before: their latest scans no longer find it, or their projects were deleted.
    </NoData>
  );
}
