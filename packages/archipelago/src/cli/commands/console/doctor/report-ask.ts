import type { Ask } from '../../../../console/answer-api.ts';
import { languages } from '../../../../doctor/language/language.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { printReport } from '../../doctor/formats/print-report.ts';
import { askDoctor } from '../../doctor/run-doctor.ts';
import { answerWith } from '../looking/answer-with.ts';
import { consoleDoctor } from './console-doctor.ts';

/** The report as it goes into a file. */
const formats = ['json', 'yaml', 'markdown', 'sarif', 'junit'] as const;

/** The doctor's report as a text in a format, to be kept. */
export function reportAsk(options: LayeringClusterOptions, io: Io): Ask {
  return {
    wants: `{"format": ${formats.join(', ')}, "language": ${languages.join(' or ')}}`,
    fits: ({ format }) => formats.some((each) => each === format),
    answer: answerWith(io, async ({ format, language }, heard) => {
      const output = formats.find((each) => each === format) ?? 'json';
      const spoken = languages.find((each) => each === language) ?? 'en';
      const { shown } = await askDoctor({ ...consoleDoctor(options, spoken), output }, heard);
      return { report: printReport(shown, output) };
    }),
  };
}
