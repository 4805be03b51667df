import { NoSuchPage } from '@/features/frame/no-such-page';

export default function NoSuchProduct() {
  return (
    <NoSuchPage title="There is no such product" href="/catalog" linkText="The catalogue">
      The catalogue may have been updated, or the product was added by another organization than the
      one you are in now.
    </NoSuchPage>
  );
}
