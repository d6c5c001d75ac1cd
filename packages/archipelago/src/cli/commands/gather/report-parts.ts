import { isJsonObject, parseJson } from '@archipelago/apimachinery';
import type { Io } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { runAlerts } from '../alerts/run-alerts.ts';
import type { DoctorOptions } from '../doctor/doctor-options.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { runImages } from '../images/run-images.ts';
import { runLayeringStatus } from '../layering/status/run-layering-status.ts';
import { runPlan } from '../plan/run-plan.ts';
import type { GatheredFile, GatherPart } from './gather-part.ts';
import { scrubMembers } from './scrub-json.ts';
import { scrubText } from './scrub-text.ts';

/** What commands say about the snapshot; `namespace`: of the operator, as it was chosen. */
interface Reported {
  readonly snapshot: string;
  readonly namespace?: string;
}

/** What our own commands say about the snapshot in the folder, so that it fits to it. */
export function reportParts(reported: Reported, io: Io): readonly GatherPart[] {
  const { snapshot } = reported;
  const doctor: DoctorOptions = {
    ...{ snapshot, severity: 'info', failOn: 'critical', exitZero: true },
    ...{ ignore: false, language: 'en' },
  };
  const part = (name: string, holds: string, run: (io: Io) => Promise<number>): GatherPart => ({
    ...{ name, holds },
    take: async () => ({ files: [await printed(name, run, io)], missing: [] }),
  });
  return [
    part('doctor.txt', 'what `archipelago doctor` finds, nothing ignored', (to) => runDoctor(doctor, to)),
    part('doctor.json', 'the same, for programs', (to) => runDoctor({ ...doctor, output: 'json' }, to)),
    part('plan.txt', 'what the operator would do next: `archipelago plan`', (to) => runPlan(reported, to)),
    part('images.txt', 'golden images: `archipelago images`', (to) => runImages(reported, to)),
    part('layering.txt', 'images of pools: `archipelago layering status`', (to) =>
      runLayeringStatus(undefined, reported, to),
    ),
    part('alerts.json', 'alerts that fire: `archipelago alerts -o json`', (to) =>
      runAlerts({ ...reported, output: 'json' }, to),
    ),
  ];
}

/** Notes stand in front of a text; a file for programs has none. */
async function printed(path: string, run: (io: Io) => Promise<number>, io: Io): Promise<GatheredFile> {
  let [out, err] = ['', ''];
  await run({
    read: (file) => io.read(file),
    color: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  if (!path.endsWith('.json')) return { path, text: scrubText(`${err}${out}`) };
  const data = parseJson(out);
  return { path, text: isJsonObject(data) ? printData(scrubMembers(data), 'json') : '' };
}
