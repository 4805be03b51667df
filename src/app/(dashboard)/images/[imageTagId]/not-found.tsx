import { hrefs } from '@/features/hrefs';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadImage } from '@/features/image/query';

export default function NoSuchImage() {
  return (
    <Elsewhere kind="image" load={loadImage}>
      <NoSuchPage title="There is no such image" href={hrefs.images()} linkText="All images">
        Its project may have been deleted, or it belongs to another organization than the one you
        are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
