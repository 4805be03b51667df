import { loadContract } from '@/features/contract/query';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';

export default function NoSuchContract() {
  return (
    <Elsewhere kind="contract" load={loadContract}>
      <NoSuchPage
        title="There is no such contract"
        href={hrefs.contracts()}
        linkText="All contracts"
      >
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
