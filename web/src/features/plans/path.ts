/** The page that shows the plans. */
export const PLANS_PATH = '/app/settings?section=subscription';
