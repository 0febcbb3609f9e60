import { PublicPage } from './PublicPage';

export function ContactPage() {
  return <PublicPage title="Contact">Soon this tells how to reach us.</PublicPage>;
}
