export { freePorts } from './real/free-ports.ts';
export { createAuthority, type KubernetesAuthority } from './real/kubernetes-authority.ts';
export { type Guard, type KubernetesProcess, startGuard, startProcess } from './real/kubernetes-process.ts';
export { apiServerArguments, etcdArguments } from './real/program-arguments.ts';
export { writeMaterial, writeServerPair } from './real/write-material.ts';
export { startRealSandbox } from './start-real-sandbox.ts';
