import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Ask } from '../../../../console/answer-api.ts';
import { type MachinesReport, machinesReport } from '../../../../golden-images/view/machines-report.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { machineFits } from '../../machines/machine-fits.ts';
import { answerWith } from '../looking/answer-with.ts';

/** So many are told of at once; of the rest the numbers. */
const mostMachines = 100;

/** The machines page: numbers, and the first of those with which something is wrong. */
export function troubledMachines(options: ClusterOptions): Promise<MachinesReport> {
  return withClient(options, async (client) =>
    machinesReport(await machineFits(client, undefined), {}, mostMachines),
  );
}

/** Tells of the machines that are asked for, as `archipelago machines -o json` does. */
export function findMachines(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"namespace", "name", "architecture", "reason": texts, "all": true or false}, each may be left out',
    fits: ({ all = false, ...texts }) =>
      typeof all === 'boolean' &&
      Object.entries(texts).every(([name, value]) => known.has(name) && typeof value === 'string'),
    answer: answerWith(io, (body) =>
      withClient(options, async (client) => {
        const namespace = textAt(body, 'namespace') || undefined;
        return machinesReport(await machineFits(client, namespace), choiceOf(body), mostMachines);
      }),
    ),
  };
}

const known = new Set(['namespace', 'name', 'architecture', 'reason']);

function choiceOf(body: JsonObject) {
  const name = textAt(body, 'name');
  return {
    architecture: textAt(body, 'architecture') || undefined,
    reason: textAt(body, 'reason') || undefined,
    all: body.all === true,
    ...(name !== '' && { names: [`${textAt(body, 'namespace')}/${name}`] }),
  };
}
