// Made from messages/en/plans.json by `npm run messages`. Change the texts there.

export const seePlans = () => 'See plans';
