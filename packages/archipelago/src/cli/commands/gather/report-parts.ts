import { isJsonObject, parseJson } from '@archipelago/apimachinery';
import { type Io, isUsageError } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { runAlerts } from '../alerts/run-alerts.ts';
import type { DoctorOptions } from '../doctor/doctor-options.ts';
import { printReport } from '../doctor/formats/print-report.ts';
import { askDoctor } from '../doctor/run-doctor.ts';
import { runImages } from '../images/run-images.ts';
import { runLayeringStatus } from '../layering/status/run-layering-status.ts';
import { runPlan } from '../plan/run-plan.ts';
import type { Gathered, GatheredFile, GatherPart } from './gather-part.ts';
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
    {
      name: 'doctor.txt, doctor.json',
      holds: 'what `archipelago doctor` finds, nothing ignored',
      take: () => gatherDoctor(doctor, io),
    },
    part('plan.txt', 'what the operator would do next: `archipelago plan`', (to) => runPlan(reported, to)),
    part('images.txt', 'golden images: `archipelago images`', (to) => runImages([], reported, to)),
    part('layering.txt', 'images of pools: `archipelago layering status -o wide`', (to) =>
      runLayeringStatus([], { ...reported, output: 'wide' }, to),
    ),
    part('alerts.json', 'alerts that fire: `archipelago alerts -o json`', (to) =>
      runAlerts([], { ...reported, output: 'json' }, to),
    ),
  ];
}

async function gatherDoctor(options: DoctorOptions, io: Io): Promise<Gathered> {
  const { shown } = await askDoctor(options, io);
  const text = scrubText(printReport({ ...shown, color: false }, 'text'));
  const json = scrubbedJson(printReport(shown, 'json'));
  const files = [
    { path: 'doctor.txt', text },
    { path: 'doctor.json', text: json },
  ];
  return { files, missing: [] };
}

/** Notes stand in front of a text; a file for programs has none. Where a cluster has nothing of the kind, that is what there is to tell. */
async function printed(path: string, run: (io: Io) => Promise<number>, io: Io): Promise<GatheredFile> {
  let [out, err] = ['', ''];
  const quiet: Io = {
    read: (file) => io.read(file),
    color: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  };
  try {
    await run(quiet);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    err += `${error.message}\n`;
  }
  return { path, text: path.endsWith('.json') ? scrubbedJson(out) : scrubText(`${err}${out}`) };
}

function scrubbedJson(text: string): string {
  const data = parseJson(text);
  return isJsonObject(data) ? printData(scrubMembers(data), 'json') : '';
}
