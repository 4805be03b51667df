import { hrefs } from '@/features/hrefs';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadProject } from '@/features/project/query';

export default function NoSuchProject() {
  return (
    <Elsewhere kind="project" load={loadProject}>
      <NoSuchPage title="There is no such project" href={hrefs.projects()} linkText="All projects">
        It may have been deleted, or it belongs to another organization than the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
