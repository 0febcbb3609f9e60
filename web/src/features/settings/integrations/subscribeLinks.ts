/** The links that subscribe to a calendar feed in the calendars of others. */
interface SubscribeLinks {
  /** For programs on the device, such as Apple Calendar and Thunderbird. */
  app: string;
  google: string;
  outlook: string;
}

/** Returns the links for the address of a feed. */
export function subscribeLinks(url: string): SubscribeLinks {
  const app = url.replace(/^https?:/, 'webcal:');
  return {
    app,
    // Google reads only public addresses, and takes `https` addresses for its own calendars.
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(app)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=Twentyfour`,
  };
}
