import { type AccessControl, refuseAccess } from './access-control.ts';
import type { BlobUploads } from './blob-uploads.ts';
import type { ImageStore } from './image-store.ts';
import { listTags } from './list-tags.ts';
import { pullBlob } from './pull-blob.ts';
import { pullManifest } from './pull-manifest.ts';
import { beginUpload, cancelUpload, continueUpload, endUpload, showUpload } from './push-blob.ts';
import { deleteManifest, pushManifest } from './push-manifest.ts';
import { jsonAnswer, plainAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';
import { type Route, routeOf } from './route.ts';

/** What requests are answered from. */
export interface RegistryState {
  readonly store: ImageStore;
  readonly uploads: BlobUploads;
  readonly access: AccessControl;
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** What each method does; HEAD is GET without the body. */
type Methods = Readonly<Partial<Record<Method, () => RegistryAnswer>>>;

function uploadMethods(
  state: RegistryState,
  call: RegistryCall,
  route: Extract<Route, { kind: 'upload' }>,
): Methods {
  return {
    GET: () => showUpload(state, call, route),
    PATCH: () => continueUpload(state, call, route),
    PUT: () => endUpload(state, call, route),
    DELETE: () => cancelUpload(state, route),
  };
}

function tokenMethods({ access }: RegistryState, call: RegistryCall): Methods | undefined {
  if (access.kind !== 'bearer') return undefined;
  const { tokens } = access;
  return { GET: () => tokens.answerGet(call), POST: () => tokens.answerPost(call) };
}

/** Undefined: this registry has no such path. */
function methodsOf(state: RegistryState, call: RegistryCall, route: Route): Methods | undefined {
  const { store } = state;
  switch (route.kind) {
    case 'base':
      return { GET: () => jsonAnswer({}) };
    case 'token':
      return tokenMethods(state, call);
    case 'manifest':
      return {
        GET: () => pullManifest(store, call, route),
        PUT: () => pushManifest(store, call, route),
        DELETE: () => deleteManifest(store, route),
      };
    case 'blob':
      return { GET: () => pullBlob(store, call, route) };
    case 'uploads':
      return { POST: () => beginUpload(state, call, route.name) };
    case 'upload':
      return uploadMethods(state, call, route);
    case 'tags':
      return { GET: () => listTags(store, call, route.name) };
  }
}

/** Answers a request. */
export function answerCall(state: RegistryState, call: RegistryCall): RegistryAnswer {
  const route = routeOf(call.path);
  const methods = route === undefined ? undefined : methodsOf(state, call, route);
  if (route === undefined || methods === undefined) return plainAnswer(404, '404 page not found');
  const refusal = refuseAccess(state.access, call, route);
  if (refusal !== undefined) return refusal;
  const answer = new Map(Object.entries(methods)).get(call.method === 'HEAD' ? 'GET' : call.method);
  return answer === undefined ? plainAnswer(405, 'Method Not Allowed') : answer();
}
