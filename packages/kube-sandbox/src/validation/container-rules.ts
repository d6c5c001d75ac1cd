import { atLeast, every, named, needed, oneOf } from './field-checks.ts';
import { invalidValue } from './field-errors.ts';
import type { FieldCheck, FieldRules } from './field-rules.ts';
import { portName, variableName } from './name-rules.ts';

const protocol = oneOf('SCTP', 'TCP', 'UDP');

/** A port that is given is one; zero stands for none. */
const port: FieldCheck = (value, field) =>
  typeof value === 'number' && value !== 0 && (value < 1 || value > 65_535)
    ? [invalidValue(field, value, 'must be between 1 and 65535, inclusive')]
    : [];

/** What may stand in the fields of a container. */
export const containerRules: FieldRules = {
  'ports[*].name': named(portName),
  'ports[*].containerPort': every(needed(), port),
  'ports[*].hostPort': port,
  'ports[*].protocol': protocol,
  'env[*].name': every(needed(), named(variableName)),
  terminationMessagePolicy: oneOf('FallbackToLogsOnError', 'File'),
};

/** What may stand in the fields of a pod's spec beside its containers. */
export const podRules: FieldRules = {
  activeDeadlineSeconds: atLeast(1),
};
