import {
  Alert,
  Brand,
  Masthead,
  MastheadBrand,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  Nav,
  NavItem,
  NavList,
  Page,
  PageSection,
  PageSidebar,
  PageSidebarBody,
  PageToggleButton,
  SkipToContent,
} from '@patternfly/react-core';
import { type ReactElement, Suspense, type SyntheticEvent } from 'react';
import { pages } from './pages/pages.ts';
import { Loading } from './parts/loading.tsx';
import { type Place, usePlace } from './parts/use-place.ts';
import type { Opened } from './session/open-session.ts';

/** The console: its frame, and the page that the address names. */
export function App({ opened }: { readonly opened: Opened }): ReactElement {
  const place = usePlace();
  const [first] = pages;
  const page = pages.find(({ path }) => path === place.path) ?? first;
  const Shown = page.component;
  return (
    <Page
      masthead={<Head />}
      sidebar={<Side place={place} current={page.path} />}
      isManagedSidebar
      mainContainerId="main"
      mainAriaLabel={page.title}
      skipToContent={<SkipToContent href="#main">Skip to content</SkipToContent>}
    >
      {opened.ok ? (
        <Suspense fallback={<Loading words="The page is being loaded…" />}>
          <Shown key={page.path} token={opened.token} go={place.go} />
        </Suspense>
      ) : (
        <NoSession message={opened.message} />
      )}
    </Page>
  );
}

function NoSession({ message }: { readonly message: string }): ReactElement {
  return (
    <PageSection>
      <Alert variant="warning" isInline title="No session" component="h1">
        <p>{message}</p>
        <p>A new link is printed by: archipelago console</p>
      </Alert>
    </PageSection>
  );
}

function Head(): ReactElement {
  return (
    <Masthead>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton isHamburgerButton aria-label="Navigation" />
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo component="span" className="console-logo">
            <Brand src="/icon.svg" alt="" heights={{ default: '2rem' }} />
            Archipelago
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
    </Masthead>
  );
}

function Side({ place, current }: { readonly place: Place; readonly current: string }): ReactElement {
  const follow = (event: SyntheticEvent, path: string) => {
    // a new tab has no session of its own; this one goes there itself
    const { nativeEvent } = event;
    if (nativeEvent instanceof MouseEvent && (nativeEvent.ctrlKey || nativeEvent.metaKey)) return;
    event.preventDefault();
    place.go(path);
  };
  return (
    <PageSidebar>
      <PageSidebarBody>
        <Nav aria-label="Pages">
          <NavList>
            {pages.map(({ path, title }) => (
              <NavItem
                key={path}
                itemId={path}
                to={path}
                isActive={path === current}
                onClick={(event) => follow(event, path)}
              >
                {title}
              </NavItem>
            ))}
          </NavList>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}
