import type { Call } from '../calls/call.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { Refusal } from '../refusals/refusal.ts';
import { notFound, tooLargeResourceVersion } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { parseResourceVersion } from '../requests/list-options.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import { checkPathName } from './check-path-name.ts';
import { keyOf } from './create.ts';

/** GET of one object. */
export function get(call: Call): ApiResponse | Refusal {
  const { store } = call.server;
  const misnamed = checkPathName(call);
  if (misnamed !== undefined) return misnamed;
  const wanted = parseResourceVersion(call.request.query.get('resourceVersion'), 'other');
  if (wanted instanceof Refusal) return wanted;
  if (wanted !== undefined && wanted > store.revision) return tooLargeResourceVersion(wanted, store.revision);
  const stored = store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const object = servedForm(call, stored.object, wanted === undefined);
  return object instanceof Refusal ? object : answerObject(call, 200, object);
}
