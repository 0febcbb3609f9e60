import { useRouteError } from 'react-router';
import { AppLoadError } from '../features/shell/AppLoadError';
import { UnexpectedError } from '../features/shell/UnexpectedError';
import { ModuleLoadError } from '../ui/parts';
import { errorDetail } from './details';

/** What shows when a page could not be drawn at all. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof ModuleLoadError ? <AppLoadError /> : <UnexpectedError detail={errorDetail(error)} />;
}
