import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadPolicy } from '@/features/policy/query';

export default function NoSuchPolicy() {
  return (
    <Elsewhere kind="policy" load={loadPolicy}>
      <NoSuchPage title="There is no such policy" href={hrefs.policies} linkText="All policies">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
