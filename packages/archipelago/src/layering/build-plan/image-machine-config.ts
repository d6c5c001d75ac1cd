const prefix = 'archipelago-image-';
const standard = ['master', 'worker'];

/**
 * The MachineConfig that names a pool's image to the Machine Config Operator, which merges by name and lets the last image win: after those of
 * its own (`00-`, `01-`), and that of a custom pool after that of `worker`, which it inherits.
 */
export function imageMachineConfig(pool: string): string {
  return `${standard.includes(pool) ? '98' : '99'}-${prefix}${pool}`;
}

/** Whether it is one of these, of whatever pool: no base image comes from it. */
export function isImageMachineConfig(name: string): boolean {
  return name.startsWith(`98-${prefix}`) || name.startsWith(`99-${prefix}`);
}
