import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadWaiver } from '@/features/waiver/query';

export default function NoSuchWaiver() {
  return (
    <Elsewhere kind="waiver" load={loadWaiver}>
      <NoSuchPage title="There is no such waiver" href={hrefs.waivers()} linkText="All waivers">
        No waiver is ever deleted: it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
