import { NoSuchPage } from '@/features/frame/no-such-page';

export default function NoSuchPolicy() {
  return (
    <NoSuchPage title="There is no such policy" href="/policies" linkText="All policies">
      It may have been deleted, or it belongs to another organization than the one you are in now.
    </NoSuchPage>
  );
}
