import { applyMergePatch, isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedType } from '../../../../api/hyper-converged-kind.ts';
import { keeperOf } from '../../../../api/keeper-of.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { type OpenCluster, withOpenCluster } from '../../../cluster/open-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { boundedWays } from '../../../registries/bounded-ways.ts';
import { forecast } from '../../plan/forecast.ts';
import { judgeWanted } from '../../plan/judge-wanted.ts';
import { othersOn } from '../../plan/others-on.ts';
import { answerWith } from '../looking/answer-with.ts';
import { manifestOf } from './manifest-of.ts';
import { storedPart } from './stored-part.ts';
import { tryOnServer } from './try-on-server.ts';

/**
 * Plans an edit as `archipelago plan -o json` does, and has the server try it in a dry run, with the rights of who asks: `allowed` and
 * `findings` are what our own admission says, `server` is what the cluster says, `stored` is what it was planned for, `keptBy` who
 * keeps that in Git. Where it is allowed there
 * are `plan` and `manifest`, the HyperConverged as people would keep it in Git. Nothing is stored.
 */
export function planEdit(options: ClusterOptions, io: Io): Ask {
  return {
    wants: '{"object": a HyperConverged} or {"patch": a merge patch of the one that is stored}',
    fits: ({ object, patch }) => [object, patch].filter(isJsonObject).length === 1,
    answer: answerWith(io, (edit, heard) =>
      withOpenCluster(options, heard, (cluster) => planOf({ cluster, edit, io: heard, options })),
    ),
  };
}

interface Planning {
  readonly cluster: OpenCluster;
  readonly edit: JsonObject;
  readonly io: Io;
  readonly options: ClusterOptions;
}

async function planOf({ cluster, edit, io, options }: Planning): Promise<object> {
  const { allowed, object, findings } = await judgeWanted(editedIn(cluster, edit), cluster);
  // a snapshot tries nothing
  const server = options.snapshot === undefined ? await tryOnServer(object, cluster) : { state: 'notAsked' };
  const { hyperConverged: stored, inputs } = cluster;
  const asked = {
    allowed,
    findings,
    server,
    stored: stored === undefined ? undefined : storedPart(stored),
    keptBy: keeperOf(stored ?? {}),
  };
  if (!allowed) return asked;
  const planned = await forecast(object, cluster, await boundedWays(options, io));
  return {
    ...asked,
    manifest: manifestOf(object, inputs),
    plan: { ...planned, ...(await othersOn(object, cluster, io)), findings },
  };
}

/** The HyperConverged as somebody wants it. */
function editedIn({ hyperConverged: stored, inputs }: OpenCluster, edit: JsonObject): JsonObject {
  if (isJsonObject(edit.patch) && stored === undefined)
    throw new UsageError(
      `there is no HyperConverged in ${inputs.deployment.operatorNamespace} to be patched`,
    );
  const edited = isJsonObject(edit.patch) ? applyMergePatch(stored, edit.patch) : edit.object;
  const { apiVersion, kind } = hyperConvergedType;
  if (isJsonObject(edited) && edited.apiVersion === apiVersion && edited.kind === kind) return edited;
  throw new UsageError(`what is to be planned must be a ${kind} of ${apiVersion}`);
}
