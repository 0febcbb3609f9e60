const SERVICE = 'https://unsplash.com/?utm_source=twentyfour&utm_medium=referral';

interface Photographer {
  name: string;
  /** The photographer's page. */
  link: string;
}

/** Who took a photo, as its service asks wherever one is shown. */
export function PhotoCredit({ name, link }: Photographer) {
  return (
    <>
      Photo by <CreditLink to={link}>{name}</CreditLink> on <CreditLink to={SERVICE}>Unsplash</CreditLink>
    </>
  );
}

function CreditLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="rounded-sm underline decoration-current/50 underline-offset-2 hover:decoration-current focus-visible:outline-photo"
    >
      {children}
    </a>
  );
}

/** A board's picture, taken apart: its address, and who took it where the core has put that behind a `#`. */
export function parseImageCredit(image: string): { address: string; credit: Photographer | null } {
  const [address = image, fragment = ''] = image.split('#', 2);
  const params = new URLSearchParams(fragment);
  const [name, link] = [params.get('by'), params.get('link')];
  // What others have stored as a link leads to a page, and does nothing else.
  return { address, credit: name && link?.startsWith('https://') ? { name, link } : null };
}
