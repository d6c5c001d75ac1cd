import { type JsonValue, textAt } from '@archipelago/apimachinery';
import { ApiConnectionError, type ApiResult, createKubernetesClient } from '@archipelago/kube-client';
import type { Opened } from '../../../console/start-shared-console.ts';
import { connect } from '../../cluster/connect.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import type { Io } from '../../process/io.ts';
import { consoleViews } from './console-views.ts';

interface LoginsOf {
  /** Where the cluster is; its login is not used. */
  readonly options: LayeringClusterOptions;
  readonly registries: RegistryAddressFlags;
  readonly io: Io;
}

const deadlineMs = 10_000;
const unauthorized = 401;

/** Asks the cluster whose a token is, and gives the views that are looked at with that token and no other login. */
export function openLogin({
  options,
  registries,
  io,
}: LoginsOf): (token: string, refused: () => void) => Promise<Opened> {
  return async (token, refused) => {
    const unheard = { token, registries, refused: () => undefined };
    const answer = await reviewed({ ...options, login: unheard });
    if (!answer.ok) return answer;
    // an API behind the server may say 401 for a reason of its own: the server itself is asked before anybody is put out
    const judge = onceAtATime(async () => {
      const again = await reviewed({ ...options, login: unheard });
      if (!again.ok && again.status === unauthorized) refused();
    });
    const own = { ...options, login: { token, registries, refused: judge } };
    return { ok: true, user: answer.user, views: consoleViews(own, io) };
  };
}

type Reviewed = Exclude<Opened, { readonly ok: true }> | { readonly ok: true; readonly user: string };

/** Whose the token is. */
async function reviewed(options: LayeringClusterOptions): Promise<Reviewed> {
  const client = createKubernetesClient({ transport: await connect(options), userAgent: 'archipelago' });
  try {
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    return outcomeOf(await client.raw({ method: 'POST', path, body, deadlineMs }));
  } catch (error) {
    if (!(error instanceof ApiConnectionError)) throw error;
    return {
      ok: false,
      status: 502,
      reason: 'NoCluster',
      message: `the API server could not be asked whose the token is: ${error.message}`,
    };
  } finally {
    client.close();
  }
}

function outcomeOf(answer: ApiResult<JsonValue>): Reviewed {
  const user = answer.ok ? textAt(answer.value, 'status', 'userInfo', 'username') : '';
  if (answer.ok && user !== '' && user !== 'system:anonymous') return { ok: true, user };
  if (answer.ok || answer.status.code === unauthorized)
    return {
      ok: false,
      status: unauthorized,
      reason: 'NotKnown',
      message: 'the cluster does not know this token, or not any more',
    };
  return {
    ok: false,
    status: 502,
    reason: 'NotReviewed',
    message: `the API server does not say whose the token is: ${answer.status.message}`,
  };
}

/** While it is under way, it is not begun again. It never rejects. */
function onceAtATime(work: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    const done = () => {
      isUnderWay = false;
    };
    work().then(done, done);
  };
}
