import { loadPack } from '@/features/evidence pack/query';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';

export default function NoSuchPack() {
  return (
    <Elsewhere kind="evidence pack" load={loadPack}>
      <NoSuchPage title="There is no such evidence pack" href={hrefs.packs()} linkText="All packs">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
