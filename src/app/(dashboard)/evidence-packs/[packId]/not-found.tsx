import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { loadPack } from '@/features/pack/query';
import { Elsewhere } from '@/features/shell/elsewhere/view';

export default function NoSuchPack() {
  return (
    <Elsewhere kind="pack" load={loadPack}>
      <NoSuchPage title="There is no such evidence pack" href={hrefs.packs()} linkText="All packs">
        It belongs to another organization than the one you are in now, or the address is not whole.
      </NoSuchPage>
    </Elsewhere>
  );
}
