import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { listFlag } from '../../flags/output-flag.ts';
import { insecureFlag, registryFlags } from '../../flags/registry-flags.ts';
import { selectorFlag } from '../../flags/selector-flag.ts';
import { watchFlag } from '../../flags/watch-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { ImagesOptions } from './run-images.ts';
import type { ImagesDoctorOptions } from './run-images-doctor.ts';
import type { InspectOptions } from './run-inspect.ts';

/** What the commands about images do. */
export interface ImagesActs {
  readonly images: Act<[readonly string[], ImagesOptions]>;
  readonly inspect: Act<[string, InspectOptions]>;
  readonly imagesDoctor: Act<[ImagesDoctorOptions]>;
}

const namespace = 'namespace of the HyperConverged (default: it is searched for)';

/** Adds `images`, `images inspect` and `images doctor`. */
export function addImagesCommands(program: Command, acts: ImagesActs): void {
  const images = program
    .command('images')
    .description('Print the state of each golden image on each architecture.');
  images.argument('[images...]', 'templates or DataSources (default: all)');
  snapshotFlag(clusterFlags(images, namespace));
  withExitCodes(watchFlag(selectorFlag(listFlag(images), 'on the template')), {
    0: 'told, also of images that have failed',
  });
  withExamples(images, [
    { does: 'golden images of the cluster', run: 'images' },
    { does: 'one of them, until it is imported', run: 'images fedora -w' },
    { does: 'what does not fit together', run: 'images doctor' },
  ]).action((names, options) => acts.images(names, options));
  addInspect(images, acts.inspect);
  addDoctor(images, acts.imagesDoctor);
}

function addInspect(images: Command, act: ImagesActs['inspect']): void {
  const inspect = images
    .command('inspect <reference>')
    .description('Print the platforms of an image in a registry.');
  withExitCodes(listFlag(insecureFlag(registryFlags(inspect))), {
    0: 'told',
    1: 'the registry has no such image, or refuses',
  });
  withExamples(inspect, [
    { does: 'the platforms of an image', run: 'images inspect registry.example/fedora:41' },
  ]).action((reference, options) => act(reference, options));
}

function addDoctor(images: Command, act: ImagesActs['imagesDoctor']): void {
  const doctor = images
    .command('doctor')
    .description(
      'Print what does not fit together: annotations, registries, boot sources, virtual machines, nodes.',
    );
  registryFlags(snapshotFlag(clusterFlags(doctor, namespace)));
  withExitCodes(listFlag(doctor), { 0: 'all fits, or there are hints at most', 1: 'something does not fit' });
  withExamples(doctor, [
    { does: 'check golden images against registries, nodes and virtual machines', run: 'images doctor' },
  ]).action((_, command: Command) => act(command.optsWithGlobals()));
}
