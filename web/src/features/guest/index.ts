export { AccountLinks } from './AccountLinks';
export { GuestNotice } from './GuestNotice';
export { GuestProfile } from './GuestProfile';
export { GuestSubscription } from './GuestSubscription';
