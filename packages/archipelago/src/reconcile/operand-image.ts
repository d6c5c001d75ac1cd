import { objectsAt, valueAt } from '@archipelago/apimachinery';
import { type ImageParameter, objectKey } from '../config/framework/operand.ts';
import type { Identified } from './desired-objects.ts';
import type { OperandFinding } from './operand-finding.ts';

const flags: Readonly<Record<ImageParameter, string>> = {
  WASP_AGENT_IMAGE: '--wasp-agent-image',
  PASST_CNI_IMAGE: '--passt-cni-image',
};

/** An API server refuses pods without an image, in words that name no remedy; undefined: there is one, or none is needed. */
export function missingImage({ operand, manifest }: Identified): OperandFinding | undefined {
  const { imageParameter: parameter, kind } = operand;
  if (parameter === undefined) return undefined;
  const containers = objectsAt(valueAt(manifest, 'spec', 'template', 'spec', 'containers'));
  if (containers.every(({ image }) => typeof image === 'string' && image !== '')) return undefined;
  const at = objectKey(manifest);
  return {
    reason: 'ImageMissing',
    level: 'error',
    at,
    operand: kind,
    message: `${at} has no image, because the operator's deployment does not set ${parameter}`,
    fix: `set ${parameter} in the environment of the operator's Deployment: archipelago manifests ${flags[parameter]} REFERENCE writes it`,
  };
}
