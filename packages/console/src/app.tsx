import {
  Alert,
  Brand,
  FormSelect,
  FormSelectOption,
  Masthead,
  MastheadBrand,
  MastheadContent,
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
import { lazy, type ReactElement, Suspense, type SyntheticEvent, useContext } from 'react';
import { pages } from './pages/pages.ts';
import { Loading } from './parts/loading.tsx';
import { useIsEmbedded } from './parts/use-is-embedded.ts';
import { type Place, usePlace } from './parts/use-place.ts';
import { WhoIsIn } from './parts/who-is-in.tsx';
import type { NoSession, Opened } from './session/open-session.ts';
import { SessionContext } from './session/session-context.ts';
import { type SessionState, useSession } from './session/use-session.ts';
import { frameWords } from './words/frame-words.ts';
import { languages } from './words/language.ts';
import { LanguageContext, useWords } from './words/language-context.ts';
import { useLanguage } from './words/use-language.ts';

const LoginForm = lazy(async () => ({ default: (await import('./parts/login-form.tsx')).LoginForm }));

/** The console, in the language that was chosen. */
export function App({ opened }: { readonly opened: Opened }): ReactElement {
  return (
    <LanguageContext value={useLanguage()}>
      <Frame first={opened} />
    </LanguageContext>
  );
}

/** What stands around the pages, and the page that the address names. */
function Frame({ first: begun }: { readonly first: Opened }): ReactElement {
  const words = useWords(frameWords);
  const session = useSession(begun);
  const place = usePlace();
  const [first] = pages;
  const page = pages.find(({ path }) => path === place.path) ?? first;
  const Shown = page.component;
  return (
    <Page
      masthead={<Head session={session} />}
      sidebar={
        <Side
          place={place}
          current={page.path}
          token={session.opened.ok ? session.opened.token : undefined}
        />
      }
      isManagedSidebar
      mainContainerId="main"
      mainAriaLabel={useWords(page.title)}
      skipToContent={<SkipToContent href="#main">{words.skip}</SkipToContent>}
    >
      <Suspense fallback={<Loading words={words.pageLoading} />}>
        <SessionContext value={session}>
          {session.opened.ok ? (
            <Shown key={page.path} token={session.opened.token} go={place.go} />
          ) : (
            <Outside why={session.opened} onOpened={session.take} />
          )}
        </SessionContext>
      </Suspense>
    </Page>
  );
}

interface OutsideProps {
  readonly why: NoSession;
  readonly onOpened: (opened: Opened) => void;
}

/** Who has no session yet, or not any more. */
function Outside({ why, onOpened }: OutsideProps): ReactElement {
  const { noSession, newLink } = useWords(frameWords);
  if (why.starts !== 'link') return <LoginForm why={why} onOpened={onOpened} />;
  return (
    <PageSection>
      <Alert variant="warning" isInline title={noSession} component="h1">
        <p>{why.message}</p>
        <p>{newLink}</p>
      </Alert>
    </PageSection>
  );
}

function Head({ session }: { readonly session: SessionState }): ReactElement {
  const { opened, leave } = session;
  const { navigation } = useWords(frameWords);
  return (
    <Masthead>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton isHamburgerButton aria-label={navigation} />
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo component="span" className="console-logo">
            <Brand src="/icon.svg" alt="" heights={{ default: '2rem' }} />
            Archipelago
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Languages />
        {opened.ok && opened.user !== '' && (
          <WhoIsIn user={opened.user} onLeave={opened.starts === 'login' ? leave : undefined} />
        )}
      </MastheadContent>
    </Masthead>
  );
}

/** Languages are named in themselves: who looks for one does not read the others. */
const names = { en: 'English', ja: '日本語' } as const;

function Languages(): ReactElement {
  const { language, speak } = useContext(LanguageContext);
  const words = useWords(frameWords);
  const choose = (value: string) => {
    for (const each of languages) if (each === value) speak(each);
  };
  return (
    <FormSelect
      className="console-language"
      aria-label={words.language}
      value={language}
      onChange={(_, value) => choose(value)}
    >
      {languages.map((each) => (
        <FormSelectOption key={each} value={each} label={names[each]} />
      ))}
    </FormSelect>
  );
}

interface SideProps {
  readonly place: Place;
  readonly current: string;
  readonly token: string | undefined;
}

function Side({ place, current, token }: SideProps): ReactElement {
  const isEmbedded = useIsEmbedded(token);
  const words = useWords(frameWords);
  const offered = pages.filter(({ isForEmbedded }) => isEmbedded || isForEmbedded !== true);
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
        <Nav aria-label={words.pages}>
          <NavList>
            {offered.map((page) => (
              <Entry key={page.path} page={page} isActive={page.path === current} onFollow={follow} />
            ))}
          </NavList>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}

interface EntryProps {
  readonly page: (typeof pages)[number];
  readonly isActive: boolean;
  readonly onFollow: (event: SyntheticEvent, path: string) => void;
}

function Entry({ page, isActive, onFollow }: EntryProps): ReactElement {
  const { path, title } = page;
  return (
    <NavItem itemId={path} to={path} isActive={isActive} onClick={(event) => onFollow(event, path)}>
      {useWords(title)}
    </NavItem>
  );
}
