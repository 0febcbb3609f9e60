/** Returns whether movement is reduced: by the user's choice, or by the device's setting (shell/appearance.ts). */
export const isMotionReduced = (): boolean => document.documentElement.dataset.motion === 'reduced';
