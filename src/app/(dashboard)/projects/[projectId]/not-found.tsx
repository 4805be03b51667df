import { NoSuchPage } from '@/features/frame/no-such-page';

export default function NoSuchProject() {
  return (
    <NoSuchPage title="There is no such project" href="/projects" linkText="All projects">
      It may have been deleted, or it belongs to another organization than the one you are in now.
    </NoSuchPage>
  );
}
