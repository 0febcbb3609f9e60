import { useMirror } from '../../core/hooks';
import * as inbox from '../../messages/inbox';
import AccountMenuPanel, { type AccountMenuPanelProps } from './AccountMenuPanel';
import { INBOX } from './destinations';
import { MORE_DESTINATIONS } from './moreDestinations';

/** The account menu of phones, which also links to the pages that the bottom bar has no space for. */
export default function MoreMenuPanel(props: AccountMenuPanelProps) {
  const unread = useMirror((mirror) => mirror.inbox.unread_count);
  const isGuest = useMirror(({ session }) => session.guest !== null);
  const inboxName = () => (unread > 0 ? inbox.titleUnread({ count: unread }) : inbox.title());
  const destinations = isGuest ? MORE_DESTINATIONS : [{ ...INBOX, name: inboxName }, ...MORE_DESTINATIONS];
  return <AccountMenuPanel {...props} destinations={destinations} />;
}
