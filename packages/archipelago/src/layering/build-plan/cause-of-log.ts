import { visibleText } from '@archipelago/apimachinery';

/** How many characters one line of cause may have. */
export const longestCause = 300;

/**
 * The last line of a log that says why it ended, control characters as escapes; of a line that is too long its beginning and its
 * end. Programs that only repeat that another one failed, and hints, are passed over, unless there is nothing else. Empty for a log
 * without text.
 */
export function causeOfLog(log: string): string {
  const lines = log
    .split('\n')
    .map(lastWritten)
    .filter((line) => line !== '');
  const telling = lines.findLast((line) => !saysNothing.some((pattern) => pattern.test(line)));
  const failing = lines.findLast((line) => ofStep.test(line));
  return shortened(visibleText(telling ?? failing ?? lines.at(-1) ?? ''));
}

/** buildah's words for a step whose command has failed: better than nothing. */
const ofStep = /building at STEP "/;

/** What a carriage return leaves to see: progress is written over and over. */
function lastWritten(line: string): string {
  const seen = line.split('\r').findLast((part) => part.trim() !== '') ?? '';
  return withoutLogrus(seen.trim());
}

const logrus = /^time="[^"]*" level=(?:error|fatal|warning|info|debug) msg=("(?:[^"\\]|\\.)*")/;

/** `time="…" level=fatal msg="…"`, as the container tools write it: the message alone. */
function withoutLogrus(line: string): string {
  const quoted = logrus.exec(line)?.[1];
  return quoted === undefined ? line : quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

const ended = 'exit(?:ed with)? (?:status|code):? ?\\d+';

/** Lines that come before or after the cause. */
const saysNothing: readonly RegExp[] = [
  /^(?:\[\d+\/\d+\] )?STEP \d+(?:\/\d+)?: /,
  // buildah, of a command of a RUN step; the command has said itself why
  new RegExp(`^subprocess ${ended}$`),
  new RegExp(`^(?:Error: )?(?:error )?building at STEP ".*": (?:while running runtime: )?${ended}$`),
  new RegExp(`^(?:Error|error)?:? ?(?:while running runtime: )?${ended}$`),
  /^ERRO\[\d+\] exit status \d+$/,
  // dnf and rpm-ostree: what could be tried
  /^\(try to add .*\)$/,
  /^You can try to add to command line:$/,
  /^--(?:skip|allow|no-?best|nogpgcheck|refresh)[-a-z]* to /,
  /^You (?:may|can|could) /i,
  /^The downloaded packages were saved in cache/,
  /^Hint:/i,
  // npm and make, of what they ran
  /^npm (?:ERR!|error) A complete log of this run/,
  /^make(?:\[\d+\])?: (?:Leaving|Entering) directory/,
  // nothing but signs
  /^[^\p{L}\p{N}]+$/u,
];

function shortened(line: string): string {
  if (line.length <= longestCause) return line;
  const half = Math.floor((longestCause - 3) / 2);
  return `${line.slice(0, half)} … ${line.slice(-half)}`;
}
