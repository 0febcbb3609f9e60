import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import { buttonClassName } from '../../ui/Button';
import { lazyComponent } from '../../ui/lazyComponent';
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionLinks } from '../../ui/SectionLinks';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { GuestProfile, GuestSubscription } from '../guest';
import { DataSection } from './DataSection';
import { GeneralSection } from './GeneralSection';
import { PreferenceSection } from './PreferenceSection';
import { ProfileSection } from './profile/ProfileSection';
import { SETTINGS_SECTION_NAMES, SETTINGS_SECTIONS } from './sections';
import { SettingsSearch } from './SettingsSearch';
import { SubscriptionSection } from './SubscriptionSection';

const IntegrationsSection = lazyComponent(() => import('./integrations/IntegrationsSection'));
const ShortcutsSection = lazyComponent(() => import('./ShortcutsSection'));

/**
 * The Settings page: its sections with a menu on the left, or at the top on phones. The URL contains the open section.
 */
export function SettingsPage() {
  const [query] = useSearchParams();
  const guest = useMirror((mirror) => mirror.session.guest);
  const wanted = query.get('section')?.toLowerCase() ?? 'general';
  // Undefined if the URL names an unknown section.
  const section = SETTINGS_SECTIONS.find((name) => name === wanted);
  useDocumentTitle(common.settings());
  return (
    <ReadingPage>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{common.settings()}</h1>
      <div className="flex gap-6 max-md:flex-col md:gap-8 lg:gap-12">
        <div className="flex shrink-0 flex-col gap-3 md:sticky md:top-6 md:w-48 md:self-start">
          <SettingsSearch />
          <SectionLinks label={common.settings()} sections={SETTINGS_SECTIONS} names={SETTINGS_SECTION_NAMES} current={section} />
        </div>
        <section aria-labelledby="section-title" className="min-w-0 flex-1">
          <h2 id="section-title" data-section={section} className="mb-6 text-lg font-semibold tracking-tight">
            {section === undefined ? messages.sectionUnknown() : SETTINGS_SECTION_NAMES[section]()}
          </h2>
          {section === undefined && <UnknownSection />}
          {section === 'general' && <GeneralSection />}
          {section === 'preference' && <PreferenceSection />}
          {section === 'shortcuts' && (
            <Suspense fallback={null}>
              <ShortcutsSection />
            </Suspense>
          )}
          {section === 'integrations' && (
            <Suspense fallback={null}>
              <IntegrationsSection />
            </Suspense>
          )}
          {section === 'data' && <DataSection />}
          {section === 'profile' && (guest === null ? <ProfileSection /> : <GuestProfile name={guest} />)}
          {section === 'subscription' && (guest === null ? <SubscriptionSection /> : <GuestSubscription />)}
        </section>
      </div>
    </ReadingPage>
  );
}

/** Shown if the URL names an unknown section. */
function UnknownSection() {
  return (
    <>
      <p className="mb-4 text-secondary">{messages.sectionUnknownDetails()}</p>
      <Link to="?section=general" replace className={buttonClassName()}>
        {messages.sectionUnknownLink()}
      </Link>
    </>
  );
}
