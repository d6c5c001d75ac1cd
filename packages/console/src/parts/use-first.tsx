import { Button } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { firstOf } from '../models/first-of.ts';
import { frameWords } from '../words/frame-words.ts';
import { useWords } from '../words/language-context.ts';

/** So many rows are drawn at once. */
const usualLength = 20;

/** The first of many things, with a button for more: a browser takes seconds for a thousand rows. `isWanted`: shown wherever it stands. */
export function useFirst<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
  length = usualLength,
): { readonly shown: readonly Item[]; readonly more: ReactElement | undefined } {
  const words = useWords(frameWords);
  const [pages, setPages] = useState(1);
  const { shown, left } = firstOf(items, { pages, length, isWanted });
  const more =
    left === 0 ? undefined : (
      <p>
        {words.shownOf(shown.length, items.length)}{' '}
        <Button variant="link" isInline onClick={() => setPages(pages + 1)}>
          {words.showMore}
        </Button>
      </p>
    );
  return { shown, more };
}
