// Made from messages/en/not_found.json by `npm run messages`. Change the texts there.

export const pageTitle = () => 'Page not found · Twentyfour';
export const heading = () => '404';
export const details = () => 'Page not found. Check the address.';
