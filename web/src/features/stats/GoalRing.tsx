import * as messages from '../../messages/stats';

const RADIUS = 40;

/** A ring that closes as the day's goal is reached. The text beside it says the same. */
export function GoalRing({ share }: { share: number }) {
  const done = Math.min(share, 1);
  return (
    <div aria-hidden className="relative grid size-24 shrink-0 place-items-center">
      <svg viewBox="0 0 96 96" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="6">
        <circle cx="48" cy="48" r={RADIUS} stroke="var(--hover-effects-btn-hover)" />
        {done > 0 && <circle cx="48" cy="48" r={RADIUS} stroke="var(--accent-control)" strokeLinecap="round" pathLength="1" strokeDasharray={`${done} 1`} />}
      </svg>
      <span className="digits font-semibold">{messages.goalPercent({ percent: Math.floor(share * 100) })}</span>
    </div>
  );
}
