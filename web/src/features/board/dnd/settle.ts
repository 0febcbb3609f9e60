/** The end of a drag: the overlay settles into the place of the dropped item. Loaded with the board's tools. */
import { vibrate } from '../../../platform/haptics';
import { isMotionReduced } from '../../../platform/motion';
import { dropAnimation } from './activeDrag';

const SETTLE: KeyframeAnimationOptions = { duration: 180, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)', fill: 'forwards' };

/**
 * Moves the content of a drag overlay, which dnd-kit is about to reset, into the place of the dropped item.
 *
 * @param findTarget Returns the item in its place, or null if it is not on the screen.
 */
function settle(overlay: Element, findTarget: () => Element | null, isTouch: boolean): void {
  if (isTouch) vibrate('drop');
  const content = overlay.firstElementChild;
  if (isMotionReduced() || !content || !('animate' in content)) return;
  const { left, top, width, height } = overlay.getBoundingClientRect();
  const copy = document.createElement('div');
  copy.inert = true;
  copy.ariaHidden = 'true';
  copy.className = 'pointer-events-none fixed z-50';
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  copy.append(content);
  document.body.append(copy);
  // The item is rendered in its place by the next frame.
  requestAnimationFrame(() => {
    const target = findTarget();
    if (!target) {
      copy.remove();
      return;
    }
    const place = target.getBoundingClientRect();
    content.animate({ rotate: ['2deg', '0deg'] }, SETTLE);
    target.animate({ opacity: [0, 0] }, { ...SETTLE, fill: 'none' });
    copy.animate({ translate: ['0px', `${place.left - left}px ${place.top - top}px`] }, SETTLE).onfinish = () => copy.remove();
  });
}

dropAnimation.settle = settle;
