import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { Unanswered } from '../refusals/unanswered.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { deleteStored, judgeDeletion } from './delete.ts';
import { readDeleteOptions } from './delete-options.ts';
import { answerPage, readPage } from './list.ts';

/** DELETE of a collection: every object the selectors pick. Answers with the list as it was. */
export function deleteCollection(call: Call): ApiResponse | Refusal {
  const options = readDeleteOptions(call.request);
  if (options instanceof Refusal) return options;
  const page = readPage(call);
  if (page instanceof Refusal) return page;
  const all = page.objects.flatMap((object) => storedOf(call, object));
  // everybody is asked about all objects before the first one goes
  const open = all
    .map((stored) => judgeDeletion(call, stored, options))
    .find((one) => one instanceof Unanswered);
  if (open !== undefined) return open;
  for (const stored of all) {
    const deletion = judgeDeletion(call, stored, options) ?? deleteStored(call, stored, options);
    if (deletion instanceof Refusal) return deletion;
  }
  return answerPage(call, page);
}

function storedOf(call: Call, object: JsonObject): readonly StoredObject[] {
  const metadata = metadataOf(object);
  const key = {
    resource: call.type.storage,
    namespace: textAt(metadata, 'namespace'),
    name: textAt(metadata, 'name'),
  };
  const stored = call.server.store.get(key);
  return stored === undefined ? [] : [stored];
}
