// Made from messages/en/page_error.json by `npm run messages`. Change the texts there.

export const loadFailed = () => 'Couldn’t load this page';
export const loadFailedDetails = () => 'Check your connection, or reload to get the latest version.';
export const renderFailed = () => 'Something went wrong';
export const renderFailedDetails = () => 'Your changes are saved.';
export const goHome = () => 'Go to Home';
