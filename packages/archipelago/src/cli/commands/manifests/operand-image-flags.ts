import { UsageError } from '../../process/io.ts';

/** The flags about images of operands, as commander gives them. */
export interface OperandImageFlags {
  readonly image?: string;
  readonly waspAgentImage?: string;
  readonly passtCniImage?: string;
  readonly passtSidecarImage?: string;
}

const imageFlags = [
  ['--wasp-agent-image', 'WASP_AGENT_IMAGE', 'waspAgentImage'],
  ['--passt-cni-image', 'PASST_CNI_IMAGE', 'passtCniImage'],
  ['--passt-sidecar-image', 'PASST_SIDECAR_IMAGE', 'passtSidecarImage'],
] as const;

/** By parameter. They stand in the Deployment, so there has to be one. */
export function operandImages(options: OperandImageFlags): Readonly<Record<string, string>> {
  return Object.fromEntries(
    imageFlags.flatMap(([flag, parameter, name]) => {
      const image = options[name];
      if (image === undefined) return [];
      if (image.trim() === '') throw new UsageError(`${flag}: must name an image`);
      if (options.image === undefined)
        throw new UsageError(
          `${flag}: stands in the Deployment of the operator; add --image, or set ${parameter} where you run it`,
        );
      return [[parameter, image.trim()] as const];
    }),
  );
}
