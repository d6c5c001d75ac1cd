import { canonicalJson, timestamp } from '@archipelago/apimachinery';
import { isArchitecture } from '../../api/architectures.ts';
import type { MachineOsConfigStatus } from '../api/machine-os-config-status-schema.ts';
import { type BaseImage, usableChildren } from '../resolve-base.ts';
import type { FoundBase } from './found-base.ts';
import type { PlanContext } from './plan-context.ts';

type RecordedBase = NonNullable<MachineOsConfigStatus['baseImages']>[number];

/**
 * What base images were found to be, for a process that begins anew. A time that is all that has changed is written only together
 * with something else: a tag that many configs share is asked for again and again.
 */
export function recordBases(
  { config, wanted }: PlanContext,
  isWritten: boolean,
): readonly RecordedBase[] | undefined {
  const { baseImages } = config.status;
  if (wanted.kind !== 'resolved') return baseImages;
  return [...new Map(wanted.bases.map((found) => [found.reference, found])).values()].map((found) => {
    const before = baseImages?.find(({ reference }) => reference === found.reference);
    const now = recordOf(found);
    const isSame =
      before !== undefined && canonicalJson({ ...before, time: now.time }) === canonicalJson({ ...now });
    return isSame && !isWritten ? before : now;
  });
}

function recordOf({ reference, image: base, askedAt }: FoundBase): RecordedBase {
  const { repository, digest } = base;
  return { reference, image: `${repository}@${digest}`, time: timestamp(askedAt), ...contentOf(base) };
}

function contentOf(base: BaseImage): Pick<RecordedBase, 'architecture' | 'children'> {
  if (base.kind === 'manifest')
    return isArchitecture(base.architecture) ? { architecture: base.architecture } : {};
  const children = usableChildren(base.children).map(({ architecture, variant, digest }) => ({
    architecture,
    digest,
    ...(variant === undefined ? {} : { variant }),
  }));
  return { children };
}

/** The image that was recorded; undefined: it was not as this version records it. */
export function recordedBase({ image, architecture, children }: RecordedBase): BaseImage | undefined {
  const [repository = '', digest] = image.split('@');
  if (digest === undefined) return undefined;
  if (children !== undefined)
    return {
      kind: 'index',
      repository,
      digest,
      children: children.map((child) => ({ os: 'linux', ...child })),
    };
  return architecture === undefined
    ? undefined
    : { kind: 'manifest', repository, digest, os: 'linux', architecture };
}
