import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';

export default function NotFoundInFrame() {
  return (
    <NoSuchPage title="Page not found" href={hrefs.start} linkText="Go to the overview">
      The address may be mistyped, or the page has been removed.
    </NoSuchPage>
  );
}
