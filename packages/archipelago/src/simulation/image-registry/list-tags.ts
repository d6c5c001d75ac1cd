import type { ImageStore } from './image-store.ts';
import { errorAnswer, jsonAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';

/** Lists the tags of a repository, `n` at a time after `last`, with a link to what follows. */
export function listTags(store: ImageStore, { query }: RegistryCall, name: string): RegistryAnswer {
  const tags = store.tags(name);
  if (tags === undefined) return errorAnswer('NAME_UNKNOWN', { detail: { name } });
  const limit = query.get('n') ?? String(tags.length);
  if (!/^\d{1,9}$/.test(limit)) return errorAnswer('PAGINATION_NUMBER_INVALID', { detail: { n: limit } });
  const after = query.get('last') ?? '';
  const rest = tags.filter((tag) => tag > after);
  const page = rest.slice(0, Number(limit));
  const last = page.at(-1);
  const hasMore = last !== undefined && page.length < rest.length;
  const link = hasMore ? { Link: `</v2/${name}/tags/list?last=${last}&n=${limit}>; rel="next"` } : {};
  return jsonAnswer({ name, tags: page }, link);
}
