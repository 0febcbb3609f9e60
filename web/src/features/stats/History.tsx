import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import * as messages from '../../messages/stats';
import { BreakdownSection } from './BreakdownSection';
import { SessionsSection } from './SessionsSection';
import { YearSection } from './YearSection';

/** The year, the breakdown and the sessions: what is below the first screen. They need at least one session. */
export default function History() {
  return (
    <>
      <SectionErrorBoundary sectionName={messages.sectionYear()}>
        <YearSection />
      </SectionErrorBoundary>
      <SectionErrorBoundary sectionName={messages.sectionBreakdown()}>
        <BreakdownSection />
      </SectionErrorBoundary>
      <SectionErrorBoundary sectionName={messages.sectionSessions()}>
        <SessionsSection />
      </SectionErrorBoundary>
    </>
  );
}
