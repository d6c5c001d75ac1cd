import { type ComponentType, lazy } from 'react';
import type { PageProps } from '../parts/page-props.ts';
import { OverviewPage } from './overview/overview-page.tsx';

interface ConsolePage {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType<PageProps>;
}

const SettingsPage = lazy(async () => ({
  default: (await import('./settings/settings-page.tsx')).SettingsPage,
}));
const ImagesPage = lazy(async () => ({ default: (await import('./images/images-page.tsx')).ImagesPage }));
const DoctorPage = lazy(async () => ({ default: (await import('./doctor/doctor-page.tsx')).DoctorPage }));

/** The pages in the order of the navigation; the first is shown where an address names none. */
export const pages: readonly [ConsolePage, ...ConsolePage[]] = [
  { path: '/overview', title: 'Overview', component: OverviewPage },
  { path: '/settings', title: 'Settings', component: SettingsPage },
  { path: '/images', title: 'Golden images', component: ImagesPage },
  { path: '/doctor', title: 'Doctor', component: DoctorPage },
];
