import { NoSuchPage } from '@/features/frame/no-such-page';
import { Elsewhere } from '@/features/frame/organizations/elsewhere';
import { loadProduct } from '@/features/catalog/product/query';

export default function NoSuchProduct() {
  return (
    <Elsewhere kind="product" load={loadProduct}>
      <NoSuchPage title="There is no such product" href="/catalog" linkText="The catalogue">
        The catalogue may have been updated, or the product was added by another organization than
        the one you are in now.
      </NoSuchPage>
    </Elsewhere>
  );
}
