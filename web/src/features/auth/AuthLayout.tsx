import type { ReactNode } from 'react';
import * as common from '../../messages/common';
import { Announcer } from '../../ui/Announcer';
import { Logo } from '../../ui/Logo';
import { AuthBackground } from './AuthBackground';

/**
 * A page outside of the app's navigation: a panel with the logo on the wallpaper. Its top is at the same height for every content,
 * so that the logo and the heading stay where they are while the content changes. The sign-up form is in the middle.
 */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="isolate grid min-h-dvh content-start justify-items-center px-4 pt-[max(1rem,calc(50dvh-22rem))] pb-4 sm:pt-[max(2rem,calc(50dvh-18.5rem))] sm:pb-8">
      <AuthBackground isShown />
      <main className="pane w-full max-w-100 rounded-lg p-6 sm:p-8">
        <a href="/" aria-label={common.productName()} className="mb-6 inline-flex items-center gap-2.5 rounded-sm">
          <Logo className="size-8" />
          <span aria-hidden className="text-md font-semibold tracking-tight">
            {common.productName()}
          </span>
        </a>
        {children}
      </main>
      <Announcer />
    </div>
  );
}
