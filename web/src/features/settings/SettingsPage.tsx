import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import { buttonClassName } from '../../ui/Button';
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionLinks } from '../../ui/SectionLinks';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { GuestProfile, GuestSubscription } from '../guest';
import { GeneralSection } from './GeneralSection';
import { PreferenceSection } from './PreferenceSection';
import { ProfileSection } from './profile/ProfileSection';
import { SubscriptionSection } from './SubscriptionSection';

/** The sections, as named in the URL. */
const SECTIONS = ['general', 'profile', 'preference', 'subscription'] as const;

const SECTION_NAMES: Readonly<Record<(typeof SECTIONS)[number], () => string>> = {
  general: messages.sectionGeneral,
  profile: messages.sectionProfile,
  preference: messages.sectionPreference,
  subscription: messages.sectionSubscription,
};

/**
 * The Settings page: four sections with a menu on the left, or at the top on phones. The URL contains the open section.
 */
export function SettingsPage() {
  const [query] = useSearchParams();
  const guest = useMirror((mirror) => mirror.session.guest);
  const wanted = query.get('section')?.toLowerCase() ?? 'general';
  // Undefined if the URL names an unknown section.
  const section = SECTIONS.find((name) => name === wanted);
  useDocumentTitle(common.settings());
  return (
    <ReadingPage>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{common.settings()}</h1>
      <div className="flex gap-6 max-md:flex-col md:gap-12">
        <SectionLinks label={common.settings()} sections={SECTIONS} names={SECTION_NAMES} current={section} />
        <section aria-labelledby="section-title" className="min-w-0 flex-1">
          <h2 id="section-title" className="mb-6 text-lg font-semibold tracking-tight">
            {section === undefined ? messages.sectionUnknown() : SECTION_NAMES[section]()}
          </h2>
          {section === undefined && <UnknownSection />}
          {section === 'general' && <GeneralSection />}
          {section === 'preference' && <PreferenceSection />}
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
