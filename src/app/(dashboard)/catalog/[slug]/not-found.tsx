import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';
import { Elsewhere } from '@/features/shell/elsewhere/view';
import { loadProduct } from '@/features/catalog/product/query';

export default function NoSuchProduct() {
  return (
    <Elsewhere kind="product" load={loadProduct}>
      <NoSuchPage title="There is no such product" href={hrefs.catalog()} linkText="The catalog">
        The catalog may have been updated, or the product was added by another organization than the
        one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
