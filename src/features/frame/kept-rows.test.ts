import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keepRows } from './kept-rows';

interface Page {
  readonly total: number;
  readonly items: readonly string[];
}

/** What is shown of the second answer while it is on its way, after a first one. */
async function shownMeanwhile(first: Page) {
  const client = new QueryClient();
  const queryOf = (filter: string, answer: Promise<Page>): QueryObserverOptions<Page> => ({
    ...{ queryKey: [filter], queryFn: () => answer, placeholderData: keepRows<Page> },
  });
  const observer = new QueryObserver<Page>(client, queryOf('one', Promise.resolve(first)));
  const end = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  observer.setOptions(queryOf('other', new Promise(() => undefined)));
  const { data, isPlaceholderData } = observer.getCurrentResult();
  end();
  client.clear();
  return { data, isPlaceholderData };
}

it('keeps rows while others are read', async () => {
  const page = { total: 3, items: ['a', 'b', 'c'] };
  expect(await shownMeanwhile(page)).toEqual({ data: page, isPlaceholderData: true });
});

it('says nothing of conditions that are still read for where the former ones left nothing, or the page was past the end', async () => {
  for (const page of [
    { total: 0, items: [] },
    { total: 3, items: [] },
  ])
    expect((await shownMeanwhile(page)).data).toBeUndefined();
});

it('knows lists without rows of their own by their total', () => {
  expect(keepRows({ total: 0, lines: [] })).toBeUndefined();
  expect(keepRows({ total: 2, lines: [] })).toEqual({ total: 2, lines: [] });
  expect(keepRows(undefined)).toBeUndefined();
});
