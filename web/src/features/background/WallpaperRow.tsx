import type { Rejection, WallpaperPages } from '@twentyfour/core';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/background_picker';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { Select } from '../../ui/Select';
import { BackgroundPicker } from './BackgroundPicker';
import type { BackgroundOption } from './options';
import { Picture } from './Picture';

const pageOptions = (): readonly { value: WallpaperPages; text: string }[] => [
  { value: 'every', text: messages.pagesAll() },
  { value: 'home', text: messages.pagesHome() },
];

/** The wallpaper's preview, the button to change it, and the pages on which it is shown. */
export function WallpaperRow() {
  const { image, color, is_kept } = useMirror((mirror) => mirror.background);
  const pages = useMirror(({ preferences }) => preferences.wallpaper_pages);
  const limit = useMirror(({ limits }) => limits.backgrounds);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FieldRow
        label={messages.wallpaper()}
        hint={limit ?? (is_kept ? messages.wallpaperKept() : messages.wallpaperDaily())}
        hasLabelFor={false}
      >
        {() => (
          <button
            type="button"
            onClick={() => setIsOpen(true)}
            className="group relative isolate h-20 w-32 shrink-0 overflow-hidden rounded-md ring-1 ring-line"
          >
            {image && <Picture image={image} color={color} />}
            {limit !== null && (
              <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-raised text-secondary">
                <Icon icon={Lock} size={14} />
              </span>
            )}
            <span className="absolute inset-0 grid place-items-center bg-[rgb(5_8_12/0.66)] p-2 text-sm font-medium text-[#fff] transition-opacity duration-120 group-hover:opacity-100 group-focus-visible:opacity-100 [@media(hover:hover)]:opacity-0">
              {messages.wallpaperChange()}
            </span>
          </button>
        )}
      </FieldRow>
      <FieldRow label={messages.pages()} hint={pages === 'home' ? messages.pagesHomeHint() : messages.pagesAllHint()}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            label={messages.pages()}
            value={pages}
            options={pageOptions()}
            onValueChange={(wallpaper_pages) => dispatch({ type: 'set_preferences', update: { wallpaper_pages } })}
          />
        )}
      </FieldRow>
      <WallpaperDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/**
 * A dialog for choosing the wallpaper. Selecting only marks a picture; Save applies it. Default removes the wallpaper
 * and saves immediately.
 */
function WallpaperDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { image, is_kept } = useMirror((mirror) => mirror.background);
  const isLocked = useMirror(({ limits }) => limits.backgrounds !== null);
  const [picked, setPicked] = useState<BackgroundOption | null>(null);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const close = () => {
    setPicked(null);
    setRejection(null);
    onClose();
  };
  const choose = (background: BackgroundOption['background']) => {
    const result = background === null ? null : dispatch({ type: 'choose_background', background });
    setRejection(result);
    if (!result) close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={messages.wallpaperChange()}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          {rejection && (
            <p role="alert" className="mr-auto text-sm text-danger">
              {rejection.message}
            </p>
          )}
          <Button onClick={() => choose('daily')}>{messages.wallpaperDefault()}</Button>
          {!isLocked && (
            <Button variant="primary" onClick={() => (picked ? choose(picked.background) : close())}>
              {common.save()}
            </Button>
          )}
        </div>
      }
    >
      <SectionErrorBoundary sectionName={messages.sectionName()}>
        <BackgroundPicker chosen={picked?.image ?? (is_kept ? image : null)} onPick={setPicked} />
      </SectionErrorBoundary>
    </Dialog>
  );
}
