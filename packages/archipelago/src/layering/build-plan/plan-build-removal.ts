import type { KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { groupOf } from '../api/parse-machine-os-config.ts';
import { repositoryOf } from '../api/push-spec.ts';
import { type BuildPlatform, contentReference } from './build-platform.ts';
import type { LayeringPlan, ObservedObjects } from './layering-plan.ts';
import type { LayeringAnswer } from './layering-question.ts';
import { isTerminal, type ObservedBuild, readBuilds } from './observed-build.ts';
import { groupOfOwner } from './owner-of.ts';
import { plainSource } from './plain-source.ts';
import { PlanDraft } from './plan-draft.ts';
import { digestsOnNodes } from './rollout.ts';

/** What decides about the end of MachineOSBuilds; no config is needed, theirs may be gone. */
interface BuildRemovalInput {
  /** Builds of all configs, jobs, ConfigMaps and nodes are looked at. */
  readonly observed: ObservedObjects;
  /** Of other API groups: what they need stays. */
  readonly otherBuilds?: readonly KubernetesObject[];
  readonly answers: Readonly<Record<string, LayeringAnswer>>;
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
 * other build and no node needs, then the finalizer. A build whose image a node has stays until the node has another; a registry
 * that deletes nothing, or not for us, is no reason to stay.
 */
export function planBuildRemoval(input: BuildRemovalInput): LayeringPlan {
  const { observed, otherBuilds = [], answers, now } = input;
  const draft = new PlanDraft(plainSource({ now, answers }));
  const builds = readBuilds(observed.builds);
  const all = [...builds, ...readBuilds(otherBuilds)];
  const nodes = digestsOnNodes(observed.nodes);
  const roots = builds.filter(isDoomed).map((build) => {
    const areGone = objectsAreGone(build, observed, draft);
    const needed = neededBy(build, all, nodes);
    return { build, needed, root: areGone ? rootStep(build, needed, nodes, draft) : waiting };
  });
  for (const { build, needed, root } of roots) {
    const others = roots.filter((one) => repositoryOfFinal(one.build) === repositoryOfFinal(build));
    // an index that is going, too, may name the same children
    if (root.kind !== 'gone' || others.some((one) => one.root.kind === 'waiting')) continue;
    const children = childrenOf(build, needed, draft)?.filter(({ digest }) => digest !== root.digest);
    if (children === undefined || !areTold(build, children, { needed, draft })) continue;
    const left = (build.object.metadata.finalizers ?? []).filter((name) => name !== names.imagesFinalizer);
    draft.patch(build.object, { metadata: { finalizers: left } }, `nothing is left of ${build.name}`);
  }
  return draft.plan();
}

function isDoomed({ object, deleting }: ObservedBuild): boolean {
  return deleting && (object.metadata.finalizers ?? []).includes(names.imagesFinalizer);
}

/** True when no job is left that could still push. */
function objectsAreGone(
  { name, object: { apiVersion } }: ObservedBuild,
  { jobs, configMaps }: ObservedObjects,
  draft: PlanDraft,
): boolean {
  const group = groupOf(apiVersion);
  const isOf = (object: KubernetesObject) =>
    object.metadata.labels?.[names.build] === name && groupOfOwner(object) === group;
  const own = jobs.filter(isOf);
  const uids = new Set(own.map(({ metadata }) => metadata.uid));
  const results = configMaps.filter(({ metadata }) => uids.has(metadata.labels?.[names.jobUid] ?? ''));
  // what another build has a part in goes with the last of them
  const alone = configMaps.filter(
    (object) => isOf(object) && (object.metadata.ownerReferences ?? []).length === 1,
  );
  for (const object of [...own, ...alone, ...results]) draft.delete(object, `${name} is being deleted`);
  return own.length === 0;
}

/** How far the index of a build is; empty digest: there was none. The index goes first: without its children it helps nobody. */
type RootStep =
  | { readonly kind: 'waiting' }
  /** A node has it. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'gone'; readonly digest: string };

const waiting: RootStep = { kind: 'waiting' };

function rootStep(
  build: ObservedBuild,
  needed: Needed,
  nodes: ReadonlySet<string>,
  draft: PlanDraft,
): RootStep {
  const { index } = build.status;
  if (index !== undefined && nodes.has(index.digest)) {
    draft.find('info', 'ImageKept', `${index.pullSpec} of ${build.name} stays until no node has it`);
    return { kind: 'kept' };
  }
  const digest = rootOf(build, needed, draft);
  if (digest === undefined) return waiting;
  const images = digest === '' ? [] : [finalImage(build, digest)];
  return areTold(build, images, { needed, draft }) ? { kind: 'gone', digest } : waiting;
}

/** Whether the registry was told to delete all of them that nobody needs. */
function areTold(
  build: ObservedBuild,
  images: readonly DoomedImage[],
  { needed, draft }: { readonly needed: Needed; readonly draft: PlanDraft },
): boolean {
  const own = images.filter(({ digest }) => !needed.digests.has(digest));
  return own.map((image) => told(build, image, draft)).every((done) => done);
}

/**
 * Digest of the index, or of the only image; an assembly may have published one for a build that was over by then. Empty: there is
 * none. Undefined: it is asked for, or another build is about to publish the same.
 */
function rootOf(build: ObservedBuild, { keys }: Needed, draft: PlanDraft): string | undefined {
  const { status, spec, uid } = build;
  if (keys.has(spec.buildKey)) return undefined;
  if (status.index !== undefined) return status.index.digest;
  const reference = spec.renderedImagePushSpec;
  const secret = spec.renderedImagePushSecret?.name;
  const id = `left ${reference} ${secret ?? ''} of ${uid}`;
  const answer = draft.ask({ id, kind: 'published', reference, secret }, Number.POSITIVE_INFINITY);
  if (answer === undefined || answer.state === 'unavailable') return undefined;
  return answer.state === 'published' ? answer.published.digest : '';
}

function repositoryOfFinal({ spec }: ObservedBuild): string {
  return repositoryOf(spec.renderedImagePushSpec);
}

function finalImage(build: ObservedBuild, digest: string): DoomedImage {
  const { renderedImagePushSecret } = build.spec;
  return { repository: repositoryOfFinal(build), digest, secret: renderedImagePushSecret?.name };
}

/** What stays: images that other builds have, or that an index on a node names; and keys of which images are still being made. */
interface Needed {
  readonly digests: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

function neededBy(build: ObservedBuild, all: readonly ObservedBuild[], nodes: ReadonlySet<string>): Needed {
  const live = all.filter((other) => other !== build && !other.deleting);
  const onNodes = all.filter(({ status }) => nodes.has(status.index?.digest ?? ''));
  const images = [...live, ...onNodes].flatMap(({ status: { index, platforms = [] } }) => [
    index?.digest ?? '',
    ...(index?.entries ?? []).map(({ digest }) => digest),
    ...platforms.map(({ image }) => image?.digest ?? ''),
  ]);
  const open = live.filter((other) => !isTerminal(other));
  return {
    digests: new Set([...nodes, ...images]),
    keys: new Set(open.flatMap(({ spec }) => [spec.buildKey, ...spec.platforms.map(({ key }) => key)])),
  };
}

/** Children, in both repositories where these differ; undefined: it is not known yet which there are. */
function childrenOf(
  build: ObservedBuild,
  { keys }: Needed,
  draft: PlanDraft,
): readonly DoomedImage[] | undefined {
  const own = build.spec.platforms.filter(({ key }) => !keys.has(key));
  const digests = own.map((platform) => recorded(build, platform) ?? unrecorded(build, platform, draft));
  if (digests.includes(undefined)) return undefined;
  return digests.flatMap((digest = '') => (digest === '' ? [] : inRepositories(build, digest)));
}

function recorded({ status }: ObservedBuild, { architecture }: BuildPlatform): string | undefined {
  return status.platforms?.find((one) => one.architecture === architecture)?.image?.digest;
}

function inRepositories(build: ObservedBuild, digest: string): readonly DoomedImage[] {
  const final = finalImage(build, digest);
  const { intermediateRepository: repository, intermediateSecret } = build.spec;
  return final.repository === repository
    ? [final]
    : [final, { repository, digest, secret: intermediateSecret?.name }];
}

/** What a job has pushed that nobody has read: its build was ended before. Empty: nothing; undefined: it is asked for. */
function unrecorded(build: ObservedBuild, platform: BuildPlatform, draft: PlanDraft): string | undefined {
  const reference = contentReference(build, platform);
  const secret = build.spec.intermediateSecret?.name;
  const id = `left ${reference} ${secret ?? ''} of ${build.uid}`;
  const answer = draft.ask({ id, kind: 'image', reference, secret }, Number.POSITIVE_INFINITY);
  if (answer === undefined || answer.state === 'unavailable') return undefined;
  return answer.state === 'image' ? answer.image.digest : '';
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
