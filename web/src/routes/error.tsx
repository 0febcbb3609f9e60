import { useRouteError } from 'react-router';
import { AppLoadFailure } from '../features/shell/AppLoadFailure';
import { UnexpectedError } from '../features/shell/UnexpectedError';
import { PartError } from '../ui/parts';
import { detailOf } from './details';

/** What shows when a page could not be drawn at all. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof PartError ? <AppLoadFailure /> : <UnexpectedError detail={detailOf(error)} />;
}
