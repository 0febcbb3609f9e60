// Made from messages/en/colors.json by `npm run messages`. Change the texts there.

export const pageTitle = () => 'Colors · Twentyfour';
export const heading = () => 'Color selector';
