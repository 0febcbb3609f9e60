import { afterEach, expect, it, vi } from 'vitest';
import { vibrate } from './haptics';

const device = (features: { vibrate?: () => boolean; userActivation?: { hasBeenActive: boolean } }, isMotionReduced = false) => {
  vi.stubGlobal('navigator', features);
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }));
};

afterEach(() => {
  vi.unstubAllGlobals();
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
  device({ vibrate: motor }, true);
  vibrate('drop');
  expect(motor).not.toHaveBeenCalled();
});
