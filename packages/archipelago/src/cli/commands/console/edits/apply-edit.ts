import {
  applyMergePatch,
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import type { KubernetesClient, KubernetesStatus } from '@archipelago/kube-client';
import { keeperOf } from '../../../../api/keeper-of.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { hyperConvergeds } from '../../../../operator/mirror/cluster-resources.ts';
import { plannedFields } from '../../../../reconcile/forecast/planned-fields.ts';
import { plainObject, withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { answerWith } from '../looking/answer-with.ts';
import { changedSince } from './changed-since.ts';
import { inversePatch } from './inverse-patch.ts';
import { storedPart } from './stored-part.ts';

/** Whom managedFields name for what the console writes. */
const fieldManager = 'archipelago-console';

/**
 * Makes an edit that was planned: a dry run, then the patch, both with the rights of who asks and for the version that was read. Where
 * somebody has changed what the plan was made for, nothing is written, and the answer says who changed what.
 */
export function applyEdit(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"patch": a merge patch of the HyperConverged, "stored": the one it was planned for, as the plan has it, "force": true where its plan names who keeps it in Git}',
    fits: ({ patch, stored }) =>
      isJsonObject(patch) && isJsonObject(stored) && textAt(stored, 'metadata', 'resourceVersion') !== '',
    answer: answerWith(io, ({ patch, stored, force }) => {
      if (options.snapshot !== undefined)
        throw new UsageError('this is a snapshot of a cluster; nothing can be changed in it');
      const edit = { patch: objectAt(patch), planned: objectAt(stored), force: force === true };
      return withClient(options, (client) => apply(client, edit, mostAttempts));
    }),
  };
}

interface Edit {
  readonly patch: JsonObject;
  /** What it was planned for. */
  readonly planned: JsonObject;
  /** Also where a GitOps tool or Helm looks after it and would write it back. */
  readonly force: boolean;
}

/** The operator writes its status beside us; that is no reason to give up. */
const mostAttempts = 5;

async function apply(client: KubernetesClient, edit: Edit, attempts: number): Promise<object> {
  const found = await client.get(hyperConvergeds, nameOf(edit));
  if (!found.ok) return refusal(found.status);
  const [now, { patch, planned }] = [found.value, edit];
  if (now.metadata.uid !== textAt(planned, 'metadata', 'uid')) return { state: 'gone' };
  const stored = plainObject(now);
  const changes = changedSince(planned, now);
  // its answer was lost, and the patch was sent again
  if (changes.length > 0 && changedSince(objectAt(applyMergePatch(planned, patch)), now).length === 0)
    return applied(edit, planned, stored);
  if (changes.length > 0) return { state: 'changed', changes, stored: storedPart(stored) };
  const keptBy = keeperOf(stored);
  if (keptBy !== undefined && !edit.force) return { state: 'kept', keptBy };
  return store(client, edit, { now, attempts });
}

async function store(
  client: KubernetesClient,
  edit: Edit,
  { now, attempts }: { readonly now: KubernetesObject; readonly attempts: number },
): Promise<object> {
  const written = await write(client, edit, now);
  if (written.ok) return applied(edit, plainObject(now), plainObject(written.value));
  return written.status.code === 409 && attempts > 1
    ? apply(client, edit, attempts - 1)
    : refusal(written.status);
}

/** Of the version that was read only: what comes between is looked at first. */
async function write(client: KubernetesClient, edit: Edit, now: KubernetesObject): Promise<Written> {
  const { resourceVersion = '' } = now.metadata;
  const body = { ...edit.patch, metadata: { ...objectAt(edit.patch, 'metadata'), resourceVersion } };
  const send = (dryRun: boolean) =>
    client.patch(hyperConvergeds, nameOf(edit), { type: 'merge', body }, { dryRun, fieldManager });
  const tried = await send(true);
  return tried.ok ? send(false) : tried;
}

type Written = Awaited<ReturnType<KubernetesClient['patch']>>;

function nameOf({ planned }: Edit): { readonly namespace: string; readonly name: string } {
  const { name, namespace } = objectAt(planned, 'metadata');
  return { namespace: textAt(namespace), name: textAt(name) };
}

function applied({ patch }: Edit, before: JsonObject, after: JsonObject): object {
  return {
    state: 'applied',
    changes: plannedFields(before, after),
    undo: inversePatch(withMaps(before), patch),
    stored: storedPart(after),
  };
}

/** With maps that others write, too, so that taking back what one of us wrote there takes nothing else away. */
function withMaps({ metadata, ...rest }: JsonObject): JsonObject {
  return { ...rest, metadata: { annotations: {}, labels: {}, ...objectAt(metadata) } };
}

function refusal({ code, message }: KubernetesStatus): object {
  if (code === 404) return { state: 'gone' };
  return { state: code === 403 ? 'mayNot' : 'refuses', message };
}
