import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { names } from '../api/layering-names.ts';
import { repositoryOf } from '../api/push-spec.ts';
import type { LayeringPlan, ObservedObjects } from './layering-plan.ts';
import { type ObservedBuild, readBuilds } from './observed-build.ts';
import { PlanDraft } from './plan-draft.ts';
import type { RegistryAnswer } from './registry-question.ts';
import { digestsOnNode } from './rollout.ts';

/** What decides about the end of MachineOSBuilds; no config is needed, theirs may be gone. */
export interface BuildRemovalInput {
  /** Builds of all configs, jobs, ConfigMaps and nodes are looked at. */
  readonly observed: ObservedObjects;
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An image of a build that is going. */
interface DoomedImage {
  readonly repository: string;
  readonly digest: string;
  readonly secret: string | undefined;
}

/**
 * The next step for builds that are being deleted: their jobs and what belongs to them, then the index, then the images that no
 * other build and no node needs, then the finalizer. A registry that deletes nothing, or not for us, is no reason to stay.
 */
export function planBuildRemoval({ observed, answers, now }: BuildRemovalInput): LayeringPlan {
  const draft = new PlanDraft(now, answers);
  const builds = readBuilds(observed.builds);
  const nodes = new Set(observed.nodes.flatMap(digestsOnNode));
  for (const build of builds) {
    const { finalizers = [] } = build.object.metadata;
    if (!build.deleting || !finalizers.includes(names.imagesFinalizer)) continue;
    deleteObjects(build, observed, draft);
    if (!imagesAreGone(build, builds, nodes, draft)) continue;
    const left = finalizers.filter((name) => name !== names.imagesFinalizer);
    draft.patch(build.object, { metadata: { finalizers: left } }, `nothing is left of ${build.name}`);
  }
  return draft.plan();
}

function deleteObjects(
  { name }: ObservedBuild,
  { jobs, configMaps }: ObservedObjects,
  draft: PlanDraft,
): void {
  const isOf = ({ metadata }: KubernetesObject) => metadata.labels?.[names.build] === name;
  const own = jobs.filter(isOf);
  const uids = new Set(own.map(({ metadata }) => metadata.uid));
  const results = configMaps.filter(({ metadata }) => uids.has(metadata.labels?.[names.jobUid] ?? ''));
  for (const object of [...own, ...configMaps.filter(isOf), ...results])
    draft.delete(object, `${name} is being deleted`);
}

/** True when the registry has been told of all; the index first: an index without its children helps nobody. */
function imagesAreGone(
  build: ObservedBuild,
  builds: readonly ObservedBuild[],
  nodes: ReadonlySet<string>,
  draft: PlanDraft,
): boolean {
  const { index } = build.status;
  const live = builds.filter((other) => other !== build && !other.deleting);
  if (index !== undefined && nodes.has(index.digest)) {
    draft.find('info', 'ImageKept', `${index.pullSpec} stays in its registry: nodes have it`);
    return true;
  }
  const indexIsGone =
    index === undefined ||
    live.some(({ status }) => status.index?.digest === index.digest) ||
    told(build, finalImage(build, index.digest), draft);
  if (!indexIsGone) return false;
  const needed = neededBy(live, builds, nodes);
  const own = childrenOf(build).filter(({ digest }) => !needed.has(digest));
  return own.map((image) => told(build, image, draft)).every((done) => done);
}

function finalImage({ spec }: ObservedBuild, digest: string): DoomedImage {
  const repository = repositoryOf(spec.renderedImagePushSpec);
  return { repository, digest, secret: spec.renderedImagePushSecret?.name };
}

/** Children in both repositories, where these differ. */
function childrenOf(build: ObservedBuild): readonly DoomedImage[] {
  const { status, spec } = build;
  const digests = [
    ...(status.index?.entries ?? []).map(({ digest }) => digest),
    ...(status.platforms ?? []).flatMap(({ image }) => (image === undefined ? [] : [image.digest])),
  ].filter((digest) => digest !== status.index?.digest);
  return [...new Set(digests)].flatMap((digest) => {
    const final = finalImage(build, digest);
    if (final.repository === spec.intermediateRepository) return [final];
    return [
      final,
      { ...final, repository: spec.intermediateRepository, secret: spec.intermediateSecret?.name },
    ];
  });
}

/** Digests of the images that other builds have, or that an index on a node names. */
function neededBy(
  live: readonly ObservedBuild[],
  all: readonly ObservedBuild[],
  nodes: ReadonlySet<string>,
): ReadonlySet<string> {
  const onNodes = all.filter(({ status }) => nodes.has(status.index?.digest ?? ''));
  return new Set([
    ...nodes,
    ...live.flatMap(({ status }) => (status.platforms ?? []).map(({ image }) => image?.digest ?? '')),
    ...[...live, ...onNodes].flatMap(({ status }) =>
      (status.index?.entries ?? []).map(({ digest }) => digest),
    ),
  ]);
}

/** Whether the registry was told to delete it and has said something that stays so. */
function told({ name, uid }: ObservedBuild, image: DoomedImage, draft: PlanDraft): boolean {
  const { repository, digest, secret } = image;
  const reference = `${repository}@${digest}`;
  const id = `delete ${reference} ${secret ?? ''} of ${uid}`;
  const answer = draft.ask({ id, kind: 'delete', reference, secret }, Number.POSITIVE_INFINITY);
  if (answer === undefined || answer.state === 'unavailable') return false;
  if (answer.state === 'unsupported' || answer.state === 'denied') {
    const why = answer.state === 'denied' ? answer.message : 'its registry deletes nothing';
    draft.find('warning', 'ImageNotDeleted', `${reference} of ${name} stays: ${why}`);
  }
  return true;
}
