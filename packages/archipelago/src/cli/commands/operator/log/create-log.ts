import { systemClock } from '@archipelago/apimachinery';
import { withoutLogins } from '../../../../api/without-logins.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import type { EventLog } from './log-event.ts';
import { isLogged, type LogLevels, readLogLevels } from './log-levels.ts';
import { textLine } from './text-line.ts';

/** The flags about the log, as commander gives them. */
export interface LogOptions {
  readonly logLevel?: string;
  readonly logLevelFile?: string;
  readonly logFormat?: string;
}

/** The operator's log, and what decides how much of it is written. */
export interface OperatorLog {
  readonly log: EventLog;
  /** As the flag has them. */
  readonly flagLevels: LogLevels;
  /** Other levels from now on. */
  setLevels(levels: LogLevels): void;
}

/** Lines go through the command's own stream. JSON is for machines; people at a terminal get text. */
export async function createLog(options: LogOptions, io: Io): Promise<OperatorLog> {
  const flagLevels = parseLogLevels(options.logLevel);
  const write = isText(options.logFormat, io) ? textWriter(io) : await jsonWriter(io);
  let levels = flagLevels;
  return {
    flagLevels,
    setLevels(wanted) {
      levels = wanted;
    },
    log(level, fields, message) {
      if (isLogged(levels, fields.component, level)) write(level, fields, message);
    },
  };
}

function parseLogLevels(text = 'info'): LogLevels {
  const read = readLogLevels(text);
  if (read.kind === 'levels') return read.levels;
  throw new UsageError(`--log-level ${text}: ${read.because}`);
}

function isText(format: string | undefined, io: Io): boolean {
  if (format === undefined) return io.errIsTerminal === true;
  if (format === 'text' || format === 'json') return format === 'text';
  throw new UsageError(`--log-format ${format}: must be json or text`);
}

function textWriter(io: Io): EventLog {
  return (level, fields, message) =>
    io.err(`${withoutLogins(textLine([level, fields, message], systemClock.now(), io.color))}\n`);
}

async function jsonWriter(io: Io): Promise<EventLog> {
  const { pino } = await import('pino');
  const logger = pino({ level: 'trace' }, { write: (line: string) => io.err(withoutLogins(line)) });
  return (level, fields, message) => logger[level](fields, message);
}
