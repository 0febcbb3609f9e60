import { useRouteError } from 'react-router';
import { AppLoadError } from '../features/shell/AppLoadError';
import { UnexpectedError } from '../features/shell/UnexpectedError';
import { ModuleLoadError } from '../ui/parts';
import { errorDetail } from './details';

/** The error page shown if a whole route could not be rendered. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof ModuleLoadError ? <AppLoadError /> : <UnexpectedError detail={errorDetail(error)} />;
}
