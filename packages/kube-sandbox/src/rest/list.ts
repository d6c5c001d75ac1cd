import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { respondObject, tableOf } from '../calls/respond.ts';
import { servedForms } from '../conversion/stored-forms.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, expired, refuse, tooLargeResourceVersion } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { type ListOptions, readListOptions } from '../requests/list-options.ts';
import { readSelection, type Selection } from '../requests/selection.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { partialMetadata } from '../tables/make-table.ts';
import { answerItems } from './answer-items.ts';
import { type ContinueToken, parseContinueToken, printContinueToken } from './continue-token.ts';
import { pickByLabel } from './pick-by-label.ts';

/** A page of a list, in the call's version. */
interface Page {
  /** What a store keeps until something changes, where the page is all of it. */
  readonly all: readonly StoredObject[] | undefined;
  readonly objects: readonly JsonObject[];
  readonly revision: number;
  readonly continueToken: string;
  readonly remaining: number | undefined;
}

interface Source {
  readonly stored: readonly StoredObject[];
  readonly revision: number;
  /** Goes into continue tokens. */
  readonly token: number;
}

function tooOld(): Refusal {
  return expired('The resourceVersion for the provided list is too old.');
}

function expiredContinue(token: ContinueToken): Refusal {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  const fresh = printContinueToken({ revision: -1, after: token.after });
  const refusal = refuse({ code: 410, message, reason: 'Expired' });
  return new Refusal({ ...refusal.status, metadata: { continue: fresh } }, refusal.code);
}

function current(call: Call): Source {
  const { store } = call.server;
  const { revision } = store;
  return { stored: store.list(call.type.storage, call.namespace), revision, token: revision };
}

function at(call: Call, revision: number, gone: Refusal): Source | Refusal {
  const { store } = call.server;
  if (revision > store.revision) return tooLargeResourceVersion(revision, store.revision);
  const stored = store.listAt(call.type.storage, call.namespace, revision);
  return stored === undefined ? gone : { stored, revision, token: revision };
}

/** The objects a list starts from: now, or as they were when the client says so. */
function source(call: Call, options: ListOptions, token: ContinueToken | undefined): Source | Refusal {
  if (token !== undefined) {
    return token.revision === -1
      ? { ...current(call), token: -1 }
      : at(call, token.revision, expiredContinue(token));
  }
  const { resourceVersion: wanted } = options;
  if (wanted === undefined || wanted === 0) return current(call);
  // With a limit and without a match, a resourceVersion means exactly that one.
  if (options.match === 'Exact' || (options.match === '' && options.limit > 0))
    return at(call, wanted, tooOld());
  const { revision } = call.server.store;
  return wanted > revision ? tooLargeResourceVersion(wanted, revision) : current(call);
}

function path(stored: StoredObject): string {
  return `${stored.key.namespace}/${stored.key.name}`;
}

interface PageSource {
  readonly source: Source;
  readonly after: string;
  readonly selection: Selection;
}

/** Where a page ends: objects on it, and how many were looked at for it. */
function picked(
  forms: readonly JsonObject[],
  limit: number,
  selection: Selection,
): { readonly objects: readonly JsonObject[]; readonly seen: number } {
  const objects: JsonObject[] = [];
  for (const [index, object] of forms.entries()) {
    if (limit > 0 && objects.length === limit) return { objects, seen: index };
    if (selection.matches(object)) objects.push(object);
  }
  return { objects, seen: forms.length };
}

/** What can be on the page. A conversion may change labels, so that those that are stored tell nothing. */
function candidatesOf(call: Call, { source: { stored }, after, selection }: PageSource): Source['stored'] {
  const possible = call.type.conversion === undefined ? pickByLabel(stored, selection.labels) : stored;
  return after === '' ? possible : possible.filter((one) => path(one) > after);
}

function page(call: Call, { limit }: ListOptions, from: PageSource): Page | Refusal {
  const { source, selection } = from;
  const { revision, token } = source;
  const candidates = candidatesOf(call, from);
  // where everything is picked, what is on later pages need not be looked at
  const { everything } = selection;
  const forms = servedForms(call, everything && limit > 0 ? candidates.slice(0, limit) : candidates);
  if (forms instanceof Refusal) return forms;
  const { objects, seen } = picked(forms, limit, selection);
  const rest = forms.slice(seen).filter((object) => selection.matches(object));
  const left = everything ? candidates.length - seen : rest.length;
  const last = candidates[seen - 1];
  const until = last === undefined ? '' : path(last);
  const continueToken = left === 0 ? '' : printContinueToken({ revision: token, after: until });
  const remaining = left > 0 && everything ? left : undefined;
  return { all: wholeOf(call, candidates, objects), objects, revision, continueToken, remaining };
}

/** What a store keeps, where all of it is on a page as it is stored. */
function wholeOf(call: Call, candidates: Source['stored'], objects: readonly JsonObject[]): Page['all'] {
  return objects.length === candidates.length && call.type.conversion === undefined ? candidates : undefined;
}

/** Reads the page a list request asks for; deletecollection uses it too. */
export function readPage(call: Call): Page | Refusal {
  const { query } = call.request;
  const options = readListOptions(query, false);
  if (options instanceof Refusal) return options;
  const selection = readSelection(query, call.type);
  if (selection instanceof Refusal) return selection;
  if (options.continueToken !== '' && options.resourceVersion !== undefined) {
    return badRequest('specifying resource version is not allowed when using continue');
  }
  const token = options.continueToken === '' ? undefined : parseContinueToken(options.continueToken);
  if (token instanceof Refusal) return token;
  const from = source(call, options, token);
  if (from instanceof Refusal) return from;
  return page(call, options, { source: from, after: token?.after ?? '', selection });
}

function listMetadata(call: Call, { revision, continueToken, remaining }: Page): JsonObject {
  return {
    // Lists of custom resources name an empty continue.
    ...(call.type.custom || continueToken !== '' ? { continue: continueToken } : {}),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
    resourceVersion: String(revision),
  };
}

function tableMetadata(call: Call, page: Page): JsonObject {
  const { continue: token, ...metadata } = listMetadata(call, page);
  return token === '' || token === undefined ? metadata : { continue: token, ...metadata };
}

/** Answers with a list in the representation the client asked for. */
export function answerPage(call: Call, page: Page): ApiResponse | Refusal {
  const { as, format } = call.negotiated;
  const { type } = call;
  if (as === 'Table') {
    const table = tableOf(call, page.objects, tableMetadata(call, page));
    return table instanceof Refusal ? table : respondObject(200, table, format);
  }
  if (as === 'PartialObjectMetadataList') {
    const items = page.objects.map(partialMetadata);
    const kind = 'PartialObjectMetadataList';
    return respondObject(
      200,
      { kind, apiVersion: 'meta.k8s.io/v1', metadata: tableMetadata(call, page), items },
      format,
    );
  }
  if (as === 'PartialObjectMetadata') {
    const go = type.custom ? 'unstructured.UnstructuredList' : `core.${type.listKind}`;
    const message = `you requested PartialObjectMetadata, but the requested object is a list (*${go})`;
    return refuse({ code: 406, message, reason: 'NotAcceptable' });
  }
  return answerItems(call, { ...page, metadata: listMetadata(call, page) });
}

/** GET of a collection. */
export function list(call: Call): ApiResponse | Refusal {
  const found = readPage(call);
  return found instanceof Refusal ? found : answerPage(call, found);
}
