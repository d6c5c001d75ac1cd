import type { ImageStore } from './image-store.ts';
import { listTags } from './list-tags.ts';
import { pullBlob } from './pull-blob.ts';
import { pullManifest } from './pull-manifest.ts';
import { jsonAnswer, plainAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';
import { type Route, routeOf } from './route.ts';

/** What requests are answered from. */
export interface RegistryState {
  readonly store: ImageStore;
}

type Answer = () => RegistryAnswer;

/** What each method does; HEAD is GET without the body. */
type Methods = Readonly<Partial<Record<'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', Answer>>>;

function methodsOf({ store }: RegistryState, call: RegistryCall, route: Route): Methods {
  switch (route.kind) {
    case 'base':
      return { GET: () => jsonAnswer({}) };
    case 'manifest':
      return { GET: () => pullManifest(store, call, route) };
    case 'blob':
      return { GET: () => pullBlob(store, call, route) };
    case 'tags':
      return { GET: () => listTags(store, call, route.name) };
    default:
      return {};
  }
}

/** Answers a request. */
export function answerCall(state: RegistryState, call: RegistryCall): RegistryAnswer {
  const route = routeOf(call.path);
  if (route === undefined) return plainAnswer(404, '404 page not found');
  const methods = new Map(Object.entries(methodsOf(state, call, route)));
  const answer = methods.get(call.method === 'HEAD' ? 'GET' : call.method);
  return answer === undefined ? plainAnswer(405, 'Method Not Allowed') : answer();
}
