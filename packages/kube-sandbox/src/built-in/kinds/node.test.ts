import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { node } from './node.ts';

/** A cell of the table that kubectl prints. */
function cell(name: string, object: JsonObject): unknown {
  return node.columns.find((column) => column.name === name)?.cell(object, 0);
}

const ready = (status: string): JsonObject => ({ status: { conditions: [{ type: 'Ready', status }] } });
const labelled = (labels: JsonObject): JsonObject => ({ metadata: { name: 'n', labels } });
const role = (name: string) => `node-role.kubernetes.io/${name}`;

describe('a node in a table', () => {
  test.each<[string, JsonObject]>([
    ['Ready', ready('True')],
    ['NotReady', ready('False')],
    ['NotReady', ready('Unknown')],
    ['Unknown', {}],
    ['Unknown', { status: { conditions: [{ type: 'DiskPressure', status: 'True' }] } }],
    ['Ready,SchedulingDisabled', { ...ready('True'), spec: { unschedulable: true } }],
    ['Ready', { ...ready('True'), spec: { unschedulable: false } }],
  ])('is %s', (status, object) => {
    expect(cell('Status', object)).toBe(status);
  });

  test.each<[string, JsonObject]>([
    ['<none>', { 'kubernetes.io/arch': 'amd64' }],
    ['control-plane,worker', { [role('worker')]: '', [role('control-plane')]: '' }],
    ['old,worker', { [role('worker')]: '', 'kubernetes.io/role': 'old' }],
    ['worker', { [role('worker')]: '', 'kubernetes.io/role': 'worker' }],
    ['<none>', { 'kubernetes.io/role': '' }],
  ])('has the roles %s', (roles, labels) => {
    expect(cell('Roles', labelled(labels))).toBe(roles);
  });

  test('tells addresses and versions, as far as they are known', () => {
    const object: JsonObject = {
      status: {
        addresses: [
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'ExternalIP', address: '192.0.2.1' },
        ],
        nodeInfo: {
          kubeletVersion: 'v1.36.0',
          osImage: 'Linux',
          kernelVersion: '6.1',
          containerRuntimeVersion: 'containerd://2',
        },
      },
    };
    const names = [
      'Version',
      'Internal-IP',
      'External-IP',
      'OS-Image',
      'Kernel-Version',
      'Container-Runtime',
    ];
    expect(names.map((name) => cell(name, object))).toEqual([
      'v1.36.0',
      '10.0.0.1',
      '192.0.2.1',
      'Linux',
      '6.1',
      'containerd://2',
    ]);
    expect(names.map((name) => cell(name, {}))).toEqual([
      '',
      '<none>',
      '<none>',
      '<unknown>',
      '<unknown>',
      '<unknown>',
    ]);
  });
});
