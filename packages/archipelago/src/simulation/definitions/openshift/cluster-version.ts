import { configurationKind } from './configuration-kind.ts';

const since = '2025-01-01T00:00:00Z';
const version = '4.20.0';

const condition = (type: string, status: 'True' | 'False', message: string) => ({
  type,
  status,
  message,
  lastTransitionTime: since,
});

export const clusterVersion = configurationKind('ClusterVersion', 'clusterversions', {
  name: 'version',
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.status.history[?(@.state=="Completed")].version' },
    { name: 'Available', type: 'string', jsonPath: '.status.conditions[?(@.type=="Available")].status' },
    { name: 'Progressing', type: 'string', jsonPath: '.status.conditions[?(@.type=="Progressing")].status' },
    {
      name: 'Since',
      type: 'date',
      jsonPath: '.status.conditions[?(@.type=="Progressing")].lastTransitionTime',
    },
    { name: 'Status', type: 'string', jsonPath: '.status.conditions[?(@.type=="Progressing")].message' },
  ],
  spec: { channel: 'stable-4.20', clusterID: '00000000-0000-4000-8000-000000000000' },
  status: {
    desired: { version },
    history: [{ state: 'Completed', version, startedTime: since, completionTime: since, verified: false }],
    observedGeneration: 1,
    conditions: [
      condition('Available', 'True', `Done applying ${version}`),
      condition('Progressing', 'False', `Cluster version is ${version}`),
    ],
  },
});
