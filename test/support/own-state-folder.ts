import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// What `up` keeps by default must not be that of another test, nor of whoever runs the tests.
const folder = join(tmpdir(), `archipelago-state-${randomUUID()}`);
process.env.XDG_STATE_HOME = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
