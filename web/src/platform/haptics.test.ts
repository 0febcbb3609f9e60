import { afterEach, expect, it, vi } from 'vitest';
import { vibrate } from './haptics';

const device = (features: { vibrate?: () => boolean; userActivation?: { hasBeenActive: boolean } }) => vi.stubGlobal('navigator', features);

afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.motion;
});

it('vibrates in the pattern of the kind', () => {
  const motor = vi.fn(() => true);
  device({ vibrate: motor, userActivation: { hasBeenActive: true } });
  vibrate('phase_end');
  expect(motor).toHaveBeenCalledExactlyOnceWith([40, 80, 40]);
});

it('does nothing without a motor, before the page was used, or with reduced motion', () => {
  const motor = vi.fn(() => true);
  device({});
  expect(() => vibrate('drop')).not.toThrow();
  device({ vibrate: motor, userActivation: { hasBeenActive: false } });
  vibrate('drop');
  device({ vibrate: motor });
  document.documentElement.dataset.motion = 'reduced';
  vibrate('drop');
  expect(motor).not.toHaveBeenCalled();
});
