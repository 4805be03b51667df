import { NoSuchPage } from '@/features/frame/no-such-page';

export default function NoSuchImage() {
  return (
    <NoSuchPage title="There is no such image" href="/images" linkText="All images">
      Its project may have been deleted, or it belongs to another organization than the one you are
      in now.
    </NoSuchPage>
  );
}
