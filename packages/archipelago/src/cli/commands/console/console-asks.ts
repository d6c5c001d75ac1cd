import type { Ask } from '../../../console/answer-api.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { applyEdit } from './apply-edit.ts';
import { askForBuild } from './ask-for-build.ts';
import { findMachines } from './find-machines.ts';
import { lookUpImage } from './look-up-image.ts';
import { planEdit } from './plan-edit.ts';
import { planNodeImage } from './plan-node-image.ts';
import { readBuildLog } from './read-build-log.ts';
import { runbooksAsk } from './runbooks-ask.ts';
import { clockAsk } from './sandbox/clock-ask.ts';
import { faultAsk } from './sandbox/fault-ask.ts';
import { whatIf } from './what-if.ts';
import { fixAsk } from './writes/fix-ask.ts';
import { ignoreAsk } from './writes/ignore-ask.ts';
import { reportAsk } from './writes/report-ask.ts';
import { undoAsk } from './writes/undo-ask.ts';
import { yamlEdit } from './yaml-edit.ts';

/** What pages of the console can ask for, by name; each with the rights of who asks. */
export function consoleAsks(options: LayeringClusterOptions, io: Io): ReadonlyMap<string, Ask> {
  return new Map([
    ['plan', planEdit(options, io)],
    ['apply', applyEdit(options, io)],
    ['yaml', yamlEdit(options, io)],
    ['fix', fixAsk(options, io)],
    ['ignore', ignoreAsk(options, io)],
    ['undo', undoAsk(options, io)],
    ['report', reportAsk(options, io)],
    ['clock', clockAsk(options, io)],
    ['fault', faultAsk(options, io)],
    ['find-machines', findMachines(options, io)],
    ['build-log', readBuildLog(options, io)],
    ['plan-node-image', planNodeImage(options, io)],
    ['ask-for-build', askForBuild(options, io)],
    ['image', lookUpImage(options, io)],
    ['what-if', whatIf(options, io)],
    ['runbooks', runbooksAsk(options, io)],
  ]);
}
