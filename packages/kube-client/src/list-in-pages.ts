import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ObjectList, Page } from './kubernetes-client.ts';
import { type ApiResult, isExpired } from './kubernetes-status.ts';

/** What `listInPages` does with what it finds. */
interface PageVisitor<T> {
  /** A list begins, or begins again: forget what earlier pages held. */
  begin(): void;
  page(items: readonly T[]): void;
}

/** Fetches one page; no limit means everything in one answer. */
type FetchPage<T> = (page: {
  readonly limit: number | undefined;
  readonly continue: string | undefined;
}) => Promise<ApiResult<Page<T>>>;

/** Large enough to need few requests, small enough for a server to answer at once. */
export const defaultPageSize = 500;

/** After this many expired lists everything is asked for at once: such an answer cannot expire. */
const pagedTries = 3;

/**
 * Lists page by page, beginning again when the pages expire under way (410). Gives the version a
 * watch can begin with: that of the first page, so that nothing changed since can be missed.
 */
export async function listInPages<T>(
  fetchPage: FetchPage<T>,
  pageSize: number,
  visitor: PageVisitor<T>,
): Promise<ApiResult<{ readonly resourceVersion: string }>> {
  for (let tries = 1; ; tries += 1) {
    visitor.begin();
    const limit = tries > pagedTries ? undefined : pageSize;
    const listed = await listOnce(fetchPage, limit, visitor);
    if (listed.ok || limit === undefined || !isExpired(listed.status)) {
      return listed;
    }
  }
}

/** All objects of a list at once. */
export async function listWhole(
  fetchPage: FetchPage<KubernetesObject>,
  pageSize: number = defaultPageSize,
): Promise<ApiResult<ObjectList>> {
  let items: KubernetesObject[] = [];
  const listed = await listInPages(fetchPage, pageSize, {
    begin() {
      items = [];
    },
    page(more) {
      items = items.concat(more);
    },
  });
  return listed.ok ? { ok: true, value: { items, ...listed.value } } : listed;
}

async function listOnce<T>(
  fetchPage: FetchPage<T>,
  limit: number | undefined,
  visitor: PageVisitor<T>,
): Promise<ApiResult<{ readonly resourceVersion: string }>> {
  let resourceVersion: string | undefined;
  let next: string | undefined;
  do {
    const page = await fetchPage({ limit, continue: next });
    if (!page.ok) {
      return page;
    }
    visitor.page(page.value.items);
    resourceVersion ??= page.value.resourceVersion;
    next = page.value.continue;
  } while (next !== undefined);
  return { ok: true, value: { resourceVersion } };
}
