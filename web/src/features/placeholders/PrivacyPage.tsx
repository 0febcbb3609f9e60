import { PublicPage } from './PublicPage';

export function PrivacyPage() {
  return <PublicPage title="Privacy">Soon this tells what is kept about you, and where. Until then: what you enter is stored by the server you signed up at, and nowhere else.</PublicPage>;
}
