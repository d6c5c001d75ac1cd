import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { sandboxFlags } from '../../flags/sandbox-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/** Adds `sandbox`. */
export function addSandboxCommand(program: Command, act: Act<[SandboxOptions]>): void {
  const command = sandboxFlags(program.command('sandbox')).description(
    'Start the embedded cluster alone; Ctrl-C ends it.',
  );
  withExamples(command, [
    { does: 'a cluster with workers of two architectures', run: 'sandbox --nodes amd64=3,arm64=2' },
  ]).action((options) => act(options));
}
