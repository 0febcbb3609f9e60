import { PublicPage } from './PublicPage';

export function WaitlistPage() {
  return <PublicPage title="Join the waitlist">Soon you can leave your name and email here and be told how things go.</PublicPage>;
}
