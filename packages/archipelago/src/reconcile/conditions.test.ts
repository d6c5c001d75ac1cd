import type { JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { aggregateConditions, initialConditions, isReady } from './conditions.ts';
import type { Failure, LeftAlone } from './failure.ts';

const done = 'ReconcileCompleted: Reconcile completed successfully';

function says(type: string, status: string, message = 'because'): JsonValue {
  return { type, status, message };
}

const well = [says('Available', 'True'), says('Progressing', 'False'), says('Degraded', 'False')];
const failed: Failure = { kind: 'failed', message: 'it broke' };
const notServed: Failure = { kind: 'notServed', operand: 'CDI', definition: 'cdis.cdi.kubevirt.io' };
const lacking: Failure = { ...notServed, lack: 'is being deleted' };
const forbidden: Failure = { kind: 'forbidden', message: 'may not update CDI', fix: 'grant it' };
const unseen: Failure = { ...forbidden, message: 'may not list CDI', unseen: 'CDI' };

const refused = (leaves: LeftAlone): Failure => ({ kind: 'refused', message: 'it is refused', leaves });

interface Case {
  readonly reports?: Readonly<Record<string, readonly JsonValue[]>>;
  readonly failures?: readonly Failure[];
  readonly tainted?: boolean;
  readonly upgrading?: boolean;
}

/** The conditions as `Type: Status reason: message`. */
function aggregated({ reports = { KubeVirt: well }, failures = [], ...how }: Case) {
  const drafts = aggregateConditions({
    reports: Object.entries(reports).map(([kind, conditions]) => ({ kind, conditions })),
    failures,
    tainted: false,
    upgrading: false,
    ...how,
  });
  return Object.fromEntries(
    drafts.map(({ type, status, reason, message }) => [type, `${status} ${reason}: ${message}`]),
  );
}

const allWell = {
  ReconcileComplete: `True ${done}`,
  Available: `True ${done}`,
  Progressing: `False ${done}`,
  Degraded: `False ${done}`,
  Upgradeable: `True ${done}`,
};

const notInstalled =
  'CDINotInstalled: CDI is not available: the CustomResourceDefinition cdis.cdi.kubevirt.io';
const upgrading = 'HCOUpgrading: Operands are being updated to the version of the operator';
const unknown = 'Unknown StatusUnknown: Unknown Status';
const cases: readonly (readonly [string, Case, Readonly<Record<string, string>>])[] = [
  ['all is well', {}, {}],
  ['nobody reports', { reports: {} }, {}],
  [
    'the configuration is refused, and operands follow the one before',
    { failures: [refused('nothing')] },
    { ReconcileComplete: 'False ConfigurationRefused: it is refused' },
  ],
  [
    'the configuration is refused, nothing is known of before, and operands are there',
    { failures: [refused('everything')] },
    { ReconcileComplete: 'False ConfigurationRefused: it is refused' },
  ],
  [
    'the first configuration is refused',
    { reports: {}, failures: [refused('everything')] },
    {
      ReconcileComplete: 'False ConfigurationRefused: it is refused',
      Available: 'False ConfigurationRefused: no operand is there: see ReconcileComplete',
    },
  ],
  [
    'the configuration is refused, and an operand is degraded',
    { reports: { CDI: [...well.slice(0, 2), says('Degraded', 'True')] }, failures: [refused('nothing')] },
    {
      ReconcileComplete: 'False ConfigurationRefused: it is refused',
      Degraded: 'True CDIDegraded: CDI is degraded: because',
      Available: 'False HCODegraded: HCO is degraded',
      Upgradeable: 'False HCODegraded: HCO is degraded',
    },
  ],
  [
    'the configuration is refused, and the server takes no write',
    { failures: [refused('nothing'), failed] },
    {
      ReconcileComplete: 'False ReconcileFailed: Error while reconciling: it broke; it is refused',
      Available: unknown,
      Progressing: unknown,
      Degraded: unknown,
      Upgradeable: unknown,
    },
  ],
  [
    'an operand has said nothing yet',
    { reports: { KubeVirt: [], CDI: well } },
    {
      Available: 'False KubeVirtConditions: KubeVirt resource has no conditions',
      Progressing: 'True KubeVirtConditions: KubeVirt resource has no conditions',
      Upgradeable: 'False KubeVirtConditions: KubeVirt resource has no conditions',
    },
  ],
  [
    'an operand does not say whether it is available',
    { reports: { KubeVirt: [says('Progressing', 'False')] } },
    { Available: 'False KubeVirtNotAvailable: missing "Available" condition' },
  ],
  [
    'an operand is not available; the later one is quoted',
    {
      reports: {
        KubeVirt: [says('Available', 'False')],
        CDI: [says('Available', 'False', 'slow')],
        SSP: well,
      },
    },
    { Available: 'False CDINotAvailable: CDI is not available: slow' },
  ],
  ['an operand is of two minds', { reports: { KubeVirt: [says('Available', 'Unknown')] } }, {}],
  [
    'an operand is progressing; the first is what holds an upgrade up',
    {
      reports: {
        KubeVirt: [...well.slice(0, 1), says('Progressing', 'True')],
        CDI: [...well.slice(0, 1), says('Progressing', 'True', 'slowly')],
      },
    },
    {
      Progressing: 'True CDIProgressing: CDI is progressing: slowly',
      Upgradeable: 'False KubeVirtProgressing: KubeVirt is progressing: because',
    },
  ],
  [
    'an operand is degraded',
    { reports: { KubeVirt: [says('Available', 'True'), says('Degraded', 'True')], CDI: well } },
    {
      Degraded: 'True KubeVirtDegraded: KubeVirt is degraded: because',
      Upgradeable: 'False HCODegraded: HCO is degraded',
      Available: 'False HCODegraded: HCO is degraded',
    },
  ],
  [
    'an operand does not want an upgrade, whatever else is the matter',
    {
      reports: {
        KubeVirt: [...well.slice(0, 1), says('Progressing', 'True')],
        CDI: [...well, says('Upgradeable', 'False', 'not now')],
      },
    },
    {
      Progressing: 'True KubeVirtProgressing: KubeVirt is progressing: because',
      Upgradeable: 'False CDINotUpgradeable: CDI is not upgradeable: not now',
    },
  ],
  ['an operand would take an upgrade', { reports: { CDI: [...well, says('Upgradeable', 'True')] } }, {}],
  [
    'an operand does not know of upgrades',
    { reports: { CDI: [...well, says('Upgradeable', 'Unknown')] } },
    {},
  ],
  ['conditions make no sense', { reports: { CDI: [7, 'x', null, { type: 'Degraded' }, ...well] } }, {}],
  [
    'operands are being brought to our version',
    { upgrading: true },
    { Progressing: `True ${upgrading}`, Upgradeable: 'False HCOProgressing: HCO is progressing' },
  ],
  [
    'an operand is progressing while it is brought to our version',
    { upgrading: true, reports: { CDI: [...well.slice(0, 1), says('Progressing', 'True')] } },
    {
      Progressing: 'True CDIProgressing: CDI is progressing: because',
      Upgradeable: 'False CDIProgressing: CDI is progressing: because',
    },
  ],
  [
    'something failed',
    { failures: [failed, { kind: 'failed', message: 'that, too' }] },
    {
      ReconcileComplete: 'False ReconcileFailed: Error while reconciling: it broke; that, too',
      Available: unknown,
      Progressing: unknown,
      Degraded: unknown,
      Upgradeable: unknown,
    },
  ],
  [
    'something failed while operands say what is the matter',
    { failures: [failed], reports: { CDI: [says('Available', 'False')] } },
    {
      ReconcileComplete: 'False ReconcileFailed: Error while reconciling: it broke',
      Available: 'False CDINotAvailable: CDI is not available: because',
      Progressing: unknown,
      Degraded: unknown,
      Upgradeable: unknown,
    },
  ],
  [
    'a kind is missing',
    { failures: [notServed] },
    {
      ReconcileComplete:
        'False DefinitionsMissing: not installed: cdis.cdi.kubevirt.io; operands follow when they are',
      Available: `False ${notInstalled} is not installed`,
      Degraded: `True ${notInstalled} is not installed`,
      Upgradeable: 'False HCODegraded: HCO is degraded',
    },
  ],
  [
    'a kind is going, and something failed',
    { failures: [lacking, failed] },
    {
      ReconcileComplete: 'False ReconcileFailed: Error while reconciling: it broke',
      Available: `False ${notInstalled} is being deleted`,
      Degraded: `True ${notInstalled} is being deleted`,
      Progressing: unknown,
      Upgradeable: unknown,
    },
  ],
  [
    'a kind is going',
    { failures: [lacking, { ...notServed, definition: 'other' }] },
    {
      ReconcileComplete:
        'False DefinitionsMissing: not installed: cdis.cdi.kubevirt.io (it is being deleted), other; operands follow when they are',
      Available:
        'False CDINotInstalled: CDI is not available: the CustomResourceDefinition other is not installed',
      Degraded:
        'True CDINotInstalled: CDI is not available: the CustomResourceDefinition other is not installed',
      Upgradeable: 'False HCODegraded: HCO is degraded',
    },
  ],
  [
    'something may not be done',
    { failures: [forbidden, forbidden] },
    {
      ReconcileComplete: 'False PermissionsMissing: may not update CDI; grant it',
      Degraded: 'True PermissionsMissing: may not update CDI; grant it',
      Upgradeable: 'False PermissionsMissing: may not update CDI; grant it',
    },
  ],
  [
    'something may not be seen',
    { failures: [forbidden, unseen, { ...unseen, message: 'nor AAQ', unseen: 'AAQ' }] },
    {
      ReconcileComplete: 'False PermissionsMissing: may not update CDI; may not list CDI; nor AAQ; grant it',
      Available: 'Unknown PermissionsMissing: not permitted to look at: CDI, AAQ',
      Degraded: 'True PermissionsMissing: may not update CDI; may not list CDI; nor AAQ; grant it',
      Upgradeable: 'False PermissionsMissing: may not update CDI; may not list CDI; nor AAQ; grant it',
    },
  ],
  [
    'something may not be seen while others are not available, degraded and not upgradeable',
    {
      failures: [unseen],
      reports: {
        AAQ: [says('Available', 'False'), says('Degraded', 'True'), says('Upgradeable', 'False')],
      },
    },
    {
      ReconcileComplete: 'False PermissionsMissing: may not list CDI; grant it',
      Available: 'False AAQNotAvailable: AAQ is not available: because',
      Degraded: 'True AAQDegraded: AAQ is degraded: because',
      Upgradeable: 'False AAQNotUpgradeable: AAQ is not upgradeable: because',
    },
  ],
  [
    'something may not be done, and something failed',
    { failures: [failed, forbidden] },
    {
      ReconcileComplete:
        'False ReconcileFailed: Error while reconciling: it broke; may not update CDI; grant it',
      Available: unknown,
      Progressing: unknown,
      Degraded: 'True PermissionsMissing: may not update CDI; grant it',
      Upgradeable: unknown,
    },
  ],
];

describe('conditions', () => {
  it.each(cases)('when %s', (_, given, expected) => {
    expect(aggregated(given)).toEqual({ ...allWell, ...expected });
  });

  it('come in one order, the tainted one last and only where it is so', () => {
    const types = (tainted: boolean) => Object.keys(aggregated({ tainted, failures: [forbidden] }));
    const order = ['ReconcileComplete', 'Available', 'Progressing', 'Degraded', 'Upgradeable'];
    expect(types(false)).toEqual(order);
    expect(types(true)).toEqual([...order, 'TaintedConfiguration']);
    expect(aggregated({ tainted: true }).TaintedConfiguration).toBe(
      'True UnsupportedFeatureAnnotation: Unsupported feature was activated via an HCO annotation',
    );
  });

  it('say nothing about upgrades before anything was looked at', () => {
    expect(initialConditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
      'ReconcileComplete Unknown Init',
      'Available False Init',
      'Progressing True Init',
      'Degraded False Init',
      'Upgradeable Unknown Init',
    ]);
  });
});

describe('an operand is ready', () => {
  it.each<[readonly JsonValue[], boolean]>([
    [well, true],
    [well.slice(0, 1), true],
    [[], false],
    [[says('Available', 'Unknown')], false],
    [[says('Available', 'False')], false],
    [[says('Available', 'True'), says('Progressing', 'True')], false],
    [[says('Available', 'True'), says('Degraded', 'True')], false],
    [[says('Available', 'True'), says('Upgradeable', 'False')], true],
  ])('that says %j: %s', (conditions, expected) => {
    expect(isReady({ kind: 'KubeVirt', conditions })).toBe(expected);
  });
});
