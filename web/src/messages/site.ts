// Made from messages/en/site.json by `npm run messages`. Change the texts there.

export const waitlistJoined = () => 'Successfully joined the waitlist!';
export const genericError = () => 'Something went wrong. Please try again.';
export const linkIncomplete = () => 'This link is incomplete. Open it from the email again.';
