import '@patternfly/react-core/dist/styles/base.css';
import './console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followColorScheme } from './parts/follow-color-scheme.ts';
import { openSession } from './session/open-session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the console');
followColorScheme();
const opened = await openSession();
createRoot(root).render(
  <StrictMode>
    <App opened={opened} />
  </StrictMode>,
);
