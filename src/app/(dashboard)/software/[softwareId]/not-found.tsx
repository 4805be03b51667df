import { NoSuchPage } from '@/features/frame/no-such-page';

export default function NoSuchSoftware() {
  return (
    <NoSuchPage title="There is no such software" href="/software" linkText="All software">
      It belongs to another organization than the one you are in now, or the address is incomplete.
    </NoSuchPage>
  );
}
