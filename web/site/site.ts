/** The script of the public pages. None of them loads the core. */
import { trackPageView, startAnalytics } from '../src/platform/analytics';
import { setUpForms } from './forms';
import { setUpNameDialog } from './name-dialog';
import { setUpBar, setUpMenu } from './navigation';
import './site.css';

setUpBar();
setUpMenu();
setUpNameDialog();
setUpForms();

// The URL of the page for leaving the waitlist contains a secret, which a third-party script could read.
const { route = '*' } = document.documentElement.dataset;
if (route !== '/waitlist/leave') startAnalytics();
trackPageView(route);
