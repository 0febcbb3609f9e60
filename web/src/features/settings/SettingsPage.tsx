import { NavLink, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import { classes } from '../../ui/classes';
import { useTitle } from '../../ui/useTitle';
import { GuestProfile } from '../guest/GuestProfile';
import { GeneralSection } from './GeneralSection';
import { PreferenceSection } from './PreferenceSection';
import { ProfileSection } from './profile/ProfileSection';
import { SubscriptionSection } from './SubscriptionSection';

const SECTIONS = ['General', 'Profile', 'Preference', 'Subscription'] as const;

/** A plan is an account's. */
const SECTIONS_OF_GUESTS = SECTIONS.filter((name) => name !== 'Subscription');

/** Settings: four sections with a menu on the left, or above on phones. The address keeps which one is open. */
export function SettingsPage() {
  const [query] = useSearchParams();
  const guest = useMirror((mirror) => mirror.session.guest);
  const sections = guest === null ? SECTIONS : SECTIONS_OF_GUESTS;
  const section = sections.find((name) => name.toLowerCase() === query.get('section')) ?? 'General';
  useTitle('Settings');
  return (
    <div className="mx-auto max-w-240 px-4 py-6 sm:px-8 sm:py-10">
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Settings</h1>
      <div className="flex gap-6 max-md:flex-col md:gap-12">
        <nav aria-label="Settings" className="flex shrink-0 gap-1 overflow-x-auto md:w-44 md:flex-col">
          {sections.map((name) => (
            <NavLink
              key={name}
              to={`?section=${name.toLowerCase()}`}
              replace
              aria-current={name === section ? 'page' : undefined}
              className={classes(
                'flex h-9 shrink-0 items-center rounded-md px-3 font-medium transition-colors duration-120 coarse:h-11',
                name === section ? 'bg-hover text-primary' : 'text-secondary hover:bg-hover hover:text-primary',
              )}
            >
              {name}
            </NavLink>
          ))}
        </nav>
        <section aria-labelledby="section-title" className="min-w-0 flex-1">
          <h2 id="section-title" className="mb-6 text-lg font-semibold tracking-tight">
            {section}
          </h2>
          {section === 'General' && <GeneralSection />}
          {section === 'Preference' && <PreferenceSection />}
          {section === 'Profile' && (guest === null ? <ProfileSection /> : <GuestProfile name={guest} />)}
          {section === 'Subscription' && <SubscriptionSection />}
        </section>
      </div>
    </div>
  );
}
