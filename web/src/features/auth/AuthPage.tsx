import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import { Logo } from '../../ui/Logo';
import { useTitle } from '../../ui/useTitle';
import { Backdrop } from '../shell/Backdrop';
import { AuthForm } from './AuthForm';
import { WelcomePanel } from './WelcomePanel';

/** Login and signup: the query parameter `type` says which; signup by default. */
export function AuthPage() {
  const [query] = useSearchParams();
  const mode = query.get('type') === 'login' ? 'login' : 'signup';
  const welcome = useMirror((mirror) => mirror.session.welcome);
  useTitle(mode === 'login' ? 'Log in · Twentyfour' : 'Sign up · Twentyfour');

  return (
    <div className="isolate grid min-h-dvh place-items-center px-4 py-8">
      <Backdrop isShown />
      <main className="pane w-full max-w-100 rounded-lg p-6 sm:p-8">
        <Link to="/" aria-label="Twentyfour" className="mb-6 inline-flex items-center gap-2.5 rounded-sm">
          <Logo className="size-8" />
          <span aria-hidden className="text-md font-semibold tracking-tight">
            Twentyfour
          </span>
        </Link>
        {welcome ? (
          <WelcomePanel />
        ) : (
          <>
            <h1 className="mb-6 text-xl font-semibold tracking-tight">
              {mode === 'login' ? 'Welcome Back' : 'Create Account'}
            </h1>
            {/* The key clears the form when the mode switches. */}
            <AuthForm key={mode} mode={mode} />
            <p className="mt-5 text-center">
              <Link
                to={mode === 'login' ? '/auth?type=signup' : '/auth?type=login'}
                className="inline-flex min-h-9 items-center rounded-sm px-2 font-medium text-accent-text underline-offset-4 hover:underline coarse:min-h-11"
              >
                {mode === 'login' ? "Don't have an account?" : 'Already have an account?'}
              </Link>
            </p>
          </>
        )}
      </main>
    </div>
  );
}
