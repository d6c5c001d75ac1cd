import { systemClock } from '@archipelago/apimachinery';
import type { Io } from '../../../process/io.ts';
import { createLog, type LogOptions } from './create-log.ts';
import { type EventLog, logOf } from './log-event.ts';
import { LogLevelFile } from './log-level-file.ts';

interface OpenLog {
  readonly log: EventLog;
  stop(): Promise<void>;
}

/** The log as the flags want it; it follows the file of levels until it is stopped. */
export async function openLog(options: LogOptions, io: Io): Promise<OpenLog> {
  const levels = await createLog(options, io);
  const { log } = levels;
  const { logLevelFile: path } = options;
  if (path === undefined) return { log, stop: async () => undefined };
  const read = async () => io.find?.(path);
  const file = new LogLevelFile({ read, levels, log: logOf(log, 'log'), clock: systemClock });
  await file.start();
  return { log, stop: async () => file.stop() };
}
