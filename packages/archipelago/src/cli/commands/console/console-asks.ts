import type { Ask } from '../../../console/answer-api.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { reportAsk } from './doctor/report-ask.ts';
import { applyEdit } from './edits/apply-edit.ts';
import { planEdit } from './edits/plan-edit.ts';
import { yamlEdit } from './edits/yaml-edit.ts';
import { lookUpImage } from './images/look-up-image.ts';
import { whatIf } from './images/what-if.ts';
import { forBrowsers } from './looking/for-browsers.ts';
import { findMachines } from './machines/find-machines.ts';
import { askForBuild } from './node-images/ask-for-build.ts';
import { planNodeImage } from './node-images/plan-node-image.ts';
import { readBuildLog } from './node-images/read-build-log.ts';
import { runbooksAsk } from './runbooks-ask.ts';
import { clockAsk } from './sandbox/clock-ask.ts';
import { faultAsk } from './sandbox/fault-ask.ts';
import { fixAsk } from './writes/fix-ask.ts';
import { ignoreAsk } from './writes/ignore-ask.ts';
import { undoAsk } from './writes/undo-ask.ts';

/** What pages of the console can ask for, by name; each with the rights of who asks. */
export function consoleAsks(given: LayeringClusterOptions, io: Io): ReadonlyMap<string, Ask> {
  const options = { ...given, advice: forBrowsers };
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
