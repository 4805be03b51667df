import { loadCluster } from '@/features/cluster/query';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';

export default function NoSuchCluster() {
  return (
    <Elsewhere kind="cluster" load={(id) => loadCluster(id, null)}>
      <NoSuchPage title="There is no such cluster" href={hrefs.clusters} linkText="All clusters">
        It may have been forgotten, or it belongs to another organization than the one you are in
        now.
      </NoSuchPage>
    </Elsewhere>
  );
}
