import { useRouteError } from 'react-router';
import { UnexpectedError } from '../features/shell/UnexpectedError';
import { detailOf } from './details';

/** What shows when a page could not be drawn at all. */
export function ErrorPage() {
  return <UnexpectedError detail={detailOf(useRouteError())} />;
}
