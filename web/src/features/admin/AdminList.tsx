import { CloudOff, EllipsisVertical, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LoadStatus } from '@twentyfour/core';
import * as messages from '../../messages/admin';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import { Pager } from '../../ui/Pager';
import { Skeleton } from '../../ui/Skeleton';
import { ADMIN_TITLE_ID } from './AdminDialog';

/** The number of placeholder rows. */
const SKELETON_ROWS = 5;

interface AdminStateProps {
  status: LoadStatus;
  onReload: () => void;
}

/** What is shown until a section is loaded. */
export function AdminState({ status, onReload }: AdminStateProps) {
  if (status !== 'failed') return <AdminSkeleton />;
  return (
    <EmptyState icon={CloudOff} title={messages.loadFailed()} action={<Button onClick={onReload}>{common.tryAgain()}</Button>}>
      {common.checkConnection()}
    </EmptyState>
  );
}

function AdminSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="flex h-16 flex-col justify-center gap-2 border-b border-line">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}

interface AdminListProps {
  label: string;
  /** Whether the rows are those of the last request, because the current one is loading. */
  isLoading: boolean;
  page: number;
  hasMore: boolean;
  onPage: (page: number) => void;
  /** Shown instead of an empty list. */
  empty: { icon: LucideIcon; title: string; hint?: string; action?: ReactNode };
  /** The rows. */
  children: readonly ReactNode[];
}

/** A list with pages. */
export function AdminList({ label, isLoading, page, hasMore, onPage, empty, children }: AdminListProps) {
  const turnTo = (next: number) => {
    // The next page is read from its start.
    document.getElementById(ADMIN_TITLE_ID)?.focus();
    onPage(next);
  };
  if (children.length === 0 && isLoading) return <AdminSkeleton />;
  if (children.length === 0 && page === 0) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
        {empty.hint}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={label} aria-busy={isLoading} className="transition-opacity duration-120 aria-busy:opacity-60">
        {children}
      </ul>
      {(hasMore || page > 0) && (
        <Pager
          className="mt-4 justify-center"
          current={messages.pageNumber({ page: page + 1 })}
          previous={messages.pagePrevious()}
          next={messages.pageNext()}
          hasPrevious={page > 0}
          hasNext={hasMore}
          onPrevious={() => turnTo(page - 1)}
          onNext={() => turnTo(page + 1)}
        />
      )}
    </>
  );
}

/** A state in a few words. */
interface AdminBadge {
  text: string;
  tone?: 'accent' | 'danger';
}

const BADGE_COLORS = { accent: 'text-accent-text', danger: 'text-danger' };

interface AdminRowProps {
  /** The main text, which also names the menu. */
  title: string;
  /** A second name beside the title. */
  subtitle?: string;
  badges?: readonly AdminBadge[];
  details: ReactNode;
  /** The items of the row's menu. */
  menu?: ReactNode;
}

/** A row of a list. */
export function AdminRow({ title, subtitle, badges = [], details, menu }: AdminRowProps) {
  return (
    <li className="flex min-h-16 items-start gap-3 border-b border-line py-2.5 last:border-transparent">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="max-w-full font-medium wrap-anywhere">{title}</span>
          {subtitle && (
            <span dir="auto" className="max-w-full text-secondary wrap-anywhere">
              {subtitle}
            </span>
          )}
          {badges.map(({ text, tone }) => (
            <span
              key={text}
              className={cx('rounded-sm px-1.5 text-sm ring-1 ring-line ring-inset', tone ? BADGE_COLORS[tone] : 'text-secondary')}
            >
              {text}
            </span>
          ))}
        </div>
        <div className="digits mt-0.5 text-sm text-secondary wrap-anywhere">{details}</div>
      </div>
      {menu && (
        <Menu
          trigger={
            <IconButton label={common.optionsFor({ name: title })}>
              <Icon icon={EllipsisVertical} />
            </IconButton>
          }
        >
          {menu}
        </Menu>
      )}
    </li>
  );
}
