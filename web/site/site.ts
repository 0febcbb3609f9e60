/** What the pages for everybody do beyond being read. None of them loads the core. */
import { trackPageView, startAnalytics } from '../src/core/analytics';
import { readyForms } from './forms';
import { readyNameDialog } from './name-dialog';
import { readyBar, readyMenu } from './navigation';
import './site.css';

readyBar();
readyMenu();
readyNameDialog();
readyForms();

// The address of the page on which one leaves the waitlist holds a secret, which a script of somebody else's could read there.
const { route = '*' } = document.documentElement.dataset;
if (route !== '/waitlist/leave') startAnalytics();
trackPageView(route);
