import { hrefs } from '@/features/hrefs';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadOutlives } from '@/features/support-promise/query';

export default function NoSuchPromise() {
  return (
    <Elsewhere kind="project" load={loadOutlives}>
      <NoSuchPage title="There is no such project" href={hrefs.promises} linkText="All promises">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
