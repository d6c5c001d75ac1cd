import { textAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { deleteStored, judgeDeletion } from './delete.ts';
import { readDeleteOptions } from './delete-options.ts';
import { answerPage, readPage } from './list.ts';

/** DELETE of a collection: every object the selectors pick. Answers with the list as it was. */
export function deleteCollection(call: Call): ApiResponse | Refusal {
  const options = readDeleteOptions(call.request);
  if (options instanceof Refusal) return options;
  const page = readPage(call);
  if (page instanceof Refusal) return page;
  for (const object of page.objects) {
    const metadata = metadataOf(object);
    const key = {
      resource: call.type.storage,
      namespace: textAt(metadata, 'namespace'),
      name: textAt(metadata, 'name'),
    };
    const stored = call.server.store.get(key);
    if (stored === undefined) continue;
    const deletion = judgeDeletion(call, stored, options) ?? deleteStored(call, stored, options);
    if (deletion instanceof Refusal) return deletion;
  }
  return answerPage(call, page);
}
