import type { Architecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';

/** Kernel types that only some architectures have. */
const kernelArchitectures: ReadonlyMap<string, readonly Architecture[]> = new Map([['64k-pages', ['arm64']]]);

/** By the architecture that is built for, wherever this runs. */
export function kernelFor(
  architecture: Architecture,
  type: string | undefined,
  { unsupportedKernel }: MachineOsConfig,
):
  | { readonly ok: true; readonly type: string | undefined }
  | { readonly ok: false; readonly message: string } {
  const having = type === undefined ? undefined : kernelArchitectures.get(type);
  if (having === undefined || having.includes(architecture)) return { ok: true, type };
  if (unsupportedKernel === 'Skip') return { ok: true, type: undefined };
  const message = `the kernel type ${type} is not there for ${architecture}, only for ${having.join(', ')}; set spec.unsupportedKernel to Skip, or another kernel type`;
  return { ok: false, message };
}
