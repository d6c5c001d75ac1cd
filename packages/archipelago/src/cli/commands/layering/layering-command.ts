import type { Command } from 'commander';
import { type AssembleActs, addAssembleCommand } from './assemble/assemble-command.ts';
import { addLoginCommand, type LoginActs } from './login/login-command.ts';
import { addLogsCommand, type LogsActs } from './logs/logs-command.ts';
import { addLayeringPlanCommand, type LayeringPlanActs } from './plan/layering-plan-command.ts';
import { addPushCommand, type PushActs } from './push/push-command.ts';
import { addReportCommand, type ReportActs } from './report/report-command.ts';
import { addRetryCommands, type RetryActs } from './retry/retry-command.ts';
import { addStatusCommand, type StatusActs } from './status/status-command.ts';

/** What the commands about layering do. */
export type LayeringActs = AssembleActs &
  LoginActs &
  PushActs &
  ReportActs &
  StatusActs &
  LayeringPlanActs &
  LogsActs &
  RetryActs;

/** Adds `layering` and its commands. */
export function addLayeringCommands(program: Command, acts: LayeringActs): void {
  const layering = program.command('layering').description('Images that pools of nodes boot from.');
  addStatusCommand(layering, acts);
  addLayeringPlanCommand(layering, acts);
  addLogsCommand(layering, acts);
  addRetryCommands(layering, acts);
  addAssembleCommand(layering, acts);
  addLoginCommand(layering, acts);
  addPushCommand(layering, acts);
  addReportCommand(layering, acts);
}
