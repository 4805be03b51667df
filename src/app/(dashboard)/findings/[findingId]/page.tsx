import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { loadExplanationParams } from '@/features/explanation/params';
import { loadExplanation } from '@/features/explanation/query';
import { ExplanationView } from '@/features/explanation/view';
import { NoSuchDay } from '@/features/frame/no-such-day';
import { hrefs } from '@/features/hrefs';
import { loadPolicySentences } from '@/features/policy/sentence/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';

type Props = PageProps<'/findings/[findingId]'>;

async function explanationOf({ params, searchParams }: Props) {
  const { as_of: asOf } = await loadExplanationParams(searchParams);
  return loadExplanation((await params).findingId, asOf);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const explanation = await explanationOf(props);
  if (explanation === 'refused') return { title: 'No such day' };
  if (explanation === null) return { title: 'No such finding' };
  const { product_name: product, cycle } = explanation.finding;
  return { title: `Why ${product} ${cycle}` };
}

export default async function FindingPage(props: Props) {
  await requirePagePrincipal();
  const explanation = await explanationOf(props);
  if (explanation === null) notFound();
  if (explanation === 'refused') {
    return <NoSuchDay now={hrefs.finding((await props.params).findingId)} />;
  }
  // What the policies of a day before said is not kept in their words of today.
  const sentences = explanation.is_past ? new Map<string, string>() : await loadPolicySentences();
  return <ExplanationView {...{ explanation, sentences }} today={await pageToday()} />;
}
