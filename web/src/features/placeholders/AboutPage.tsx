import { PublicPage } from './PublicPage';

export function AboutPage() {
  return <PublicPage title="About">Soon this tells who makes Twentyfour, and why.</PublicPage>;
}
