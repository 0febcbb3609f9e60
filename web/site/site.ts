/** What the pages for everybody do beyond being read. None of them loads the core. */
import { pageView, startAnalytics } from '../src/core/analytics';
import { readyForms } from './forms';
import { readyNameDialog } from './name-dialog';
import { readyBar, readyMenu } from './navigation';
import './site.css';

readyBar();
readyMenu();
readyNameDialog();
readyForms();
startAnalytics();
pageView(document.documentElement.dataset.route ?? '*');
