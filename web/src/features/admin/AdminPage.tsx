import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/admin';
import * as common from '../../messages/common';
import { buttonClassName } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionLinks } from '../../ui/SectionLinks';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { ADMIN_TITLE_ID } from './AdminDialog';
import { AuditSection } from './AuditSection';
import { MailsSection } from './MailsSection';
import { PeopleSection } from './PeopleSection';
import { StorageSection } from './StorageSection';
import { WaitlistSection } from './WaitlistSection';

/** The sections, as named in the URL. */
const SECTIONS = ['people', 'waitlist', 'mails', 'storage', 'audit'] as const;

const SECTION_NAMES: Readonly<Record<(typeof SECTIONS)[number], () => string>> = {
  people: messages.sectionPeople,
  waitlist: messages.sectionWaitlist,
  mails: messages.sectionMails,
  storage: messages.sectionStorage,
  audit: messages.sectionAudit,
};

/** The page for administrators. For everybody else it does not exist. */
export function AdminPage() {
  const user = useMirror((mirror) => mirror.user);
  const guest = useMirror((mirror) => mirror.session.guest);
  if (user?.is_admin) return <Administration />;
  return (
    <ReadingPage>
      {(user || guest !== null) && (
        <EmptyState
          icon={SearchX}
          title={messages.missingTitle()}
          isPage
          action={
            <Link to="/app" className={buttonClassName()}>
              {common.goBackHome()}
            </Link>
          }
        >
          {messages.missingDetails()}
        </EmptyState>
      )}
    </ReadingPage>
  );
}

function Administration() {
  const [query] = useSearchParams();
  const section = SECTIONS.find((name) => name === query.get('section')) ?? 'people';
  useDocumentTitle(messages.title());
  useEffect(() => {
    // Says whether the administrator has a password, and the server sends mail.
    dispatch({ type: 'load_account' });
  }, []);
  return (
    <ReadingPage>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{messages.title()}</h1>
      <div className="flex gap-6 max-md:flex-col md:gap-12">
        <div className="shrink-0 md:sticky md:top-6 md:self-start">
          <SectionLinks label={messages.title()} sections={SECTIONS} names={SECTION_NAMES} current={section} />
        </div>
        <section aria-labelledby={ADMIN_TITLE_ID} className="min-w-0 flex-1">
          <h2 id={ADMIN_TITLE_ID} tabIndex={-1} className="mb-4 rounded-sm text-lg font-semibold tracking-tight">
            {SECTION_NAMES[section]()}
          </h2>
          {section === 'people' && <PeopleSection />}
          {section === 'waitlist' && <WaitlistSection />}
          {section === 'mails' && <MailsSection />}
          {section === 'storage' && <StorageSection />}
          {section === 'audit' && <AuditSection />}
        </section>
      </div>
    </ReadingPage>
  );
}
