import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PackageExplanationView } from '@/features/explanation/package/view';
import { loadPackageExplanation } from '@/features/explanation/query';
import { requirePagePrincipal } from '@/server/page/reader';

type Props = PageProps<'/images/[imageTagId]/packages/[packageId]'>;

async function explanationOf({ params }: Props) {
  const { imageTagId, packageId } = await params;
  return loadPackageExplanation(imageTagId, packageId);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const explanation = await explanationOf(props);
  if (!explanation) return { title: 'No such package' };
  return { title: `Why ${explanation.package.name} ${explanation.package.version}` };
}

export default async function PackagePage(props: Props) {
  await requirePagePrincipal();
  const explanation = await explanationOf(props);
  if (!explanation) notFound();
  return <PackageExplanationView explanation={explanation} />;
}
