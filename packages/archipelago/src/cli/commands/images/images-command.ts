import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { insecureFlag, registryFlags } from '../../flags/registry-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { ImagesOptions } from './run-images.ts';
import type { ImagesDoctorOptions } from './run-images-doctor.ts';
import type { InspectOptions } from './run-inspect.ts';

/** What the commands about images do. */
export interface ImagesActs {
  readonly images: Act<[ImagesOptions]>;
  readonly inspect: Act<[string, InspectOptions]>;
  readonly imagesDoctor: Act<[ImagesDoctorOptions]>;
}

const namespace = 'namespace of the HyperConverged (default: it is searched for)';

/** Adds `images`, `images inspect` and `images doctor`. */
export function addImagesCommands(program: Command, acts: ImagesActs): void {
  const images = outputFlag(snapshotFlag(clusterFlags(program.command('images'), namespace))).description(
    'Print the state of each golden image on each architecture.',
  );
  withExamples(images, [
    { does: 'golden images of the cluster', run: 'images' },
    { does: 'what does not fit together', run: 'images doctor' },
  ]).action((options) => acts.images(options));
  const inspect = outputFlag(insecureFlag(registryFlags(images.command('inspect <reference>')))).description(
    'Print the platforms of an image in a registry.',
  );
  withExamples(inspect, [
    { does: 'the platforms of an image', run: 'images inspect registry.example/fedora:41' },
  ]).action((reference, _, command: Command) => acts.inspect(reference, command.optsWithGlobals()));
  const doctor = outputFlag(
    registryFlags(snapshotFlag(clusterFlags(images.command('doctor'), namespace))),
  ).description(
    'Print what does not fit together: annotations, registries, boot sources, virtual machines, nodes.',
  );
  withExamples(doctor, [
    { does: 'check golden images against registries, nodes and virtual machines', run: 'images doctor' },
  ]).action((_, command: Command) => acts.imagesDoctor(command.optsWithGlobals()));
}
