import { useRouteError } from 'react-router';
import { ModuleLoadError } from '../platform/lazy-module';
import { AppLoadError } from '../shell/AppLoadError';
import { UnexpectedError } from '../shell/UnexpectedError';
import { errorDetail } from './error-details';

/** The error page shown if a whole route could not be rendered. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof ModuleLoadError ? <AppLoadError /> : <UnexpectedError detail={errorDetail(error)} />;
}
