import '../../shell/print-page.css';
import { EndNotice } from '../timer';
import { InstallNotice } from './InstallNotice';
import { UpdateNotice } from './UpdateNotice';

/** The notices above the page's lower edge. */
export default function Notices() {
  return (
    <>
      <UpdateNotice />
      <InstallNotice />
      <EndNotice />
    </>
  );
}
