import { hrefs } from '@/features/hrefs';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadSoftware } from '@/features/software/query';

export default function NoSuchSoftware() {
  return (
    <Elsewhere kind="software" load={loadSoftware}>
      <NoSuchPage
        title="There is no such software"
        href={hrefs.softwareList()}
        linkText="All software"
      >
        It belongs to another organization than the one you are in now, or the address is
        incomplete.
      </NoSuchPage>
    </Elsewhere>
  );
}
