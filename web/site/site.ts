/** What the pages for everybody do beyond being read. None of them loads the core. */
import { trackPageView, startAnalytics } from '../src/core/analytics';
import { setUpForms } from './forms';
import { setUpNameDialog } from './name-dialog';
import { setUpBar, setUpMenu } from './navigation';
import './site.css';

setUpBar();
setUpMenu();
setUpNameDialog();
setUpForms();

// The address of the page on which one leaves the waitlist holds a secret, which a script of somebody else's could read there.
const { route = '*' } = document.documentElement.dataset;
if (route !== '/waitlist/leave') startAnalytics();
trackPageView(route);
