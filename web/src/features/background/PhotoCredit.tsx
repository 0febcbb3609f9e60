import * as messages from '../../messages/background';

const SERVICE = 'https://unsplash.com/?utm_source=twentyfour&utm_medium=referral';

interface Photographer {
  name: string;
  /** The URL of the photographer's page. */
  link: string;
}

/** The photographer's credit, which the photo service requires wherever a photo is shown. */
export function PhotoCredit({ name, link }: Photographer) {
  return messages.photoCredit({ name, photographer: creditLink(link), service: creditLink(SERVICE) });
}

/** Returns a function that draws a text as a link. */
const creditLink = (url: string) => (text: string) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="rounded-sm underline decoration-current/50 underline-offset-2 hover:decoration-current focus-visible:outline-photo"
  >
    {text}
  </a>
);

/** Splits a board's picture into its URL and the photographer, if the core has stored one in the fragment. */
export function parseImageCredit(image: string): { address: string; credit: Photographer | null } {
  const [address = image, fragment = ''] = image.split('#', 2);
  const params = new URLSearchParams(fragment);
  const [name, link] = [params.get('by'), params.get('link')];
  // The link may come from another user, so only web pages are allowed.
  return { address, credit: name && link?.startsWith('https://') ? { name, link } : null };
}
