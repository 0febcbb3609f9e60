import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { dispatch } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as messages from '../../messages/background_picker';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { isKey } from '../../ui/keyboard';
import { Skeleton } from '../../ui/Skeleton';
import { PlanLimit } from '../plans';
import { BackgroundTile } from './BackgroundTile';
import { boardOnlyBackgrounds, type BackgroundOption, bundledWallpapers, photoOption } from './options';
import { UploadedPictures } from './UploadedPictures';

/** The debounce of the search, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 400;

interface BackgroundPickerProps {
  /** The URL of the chosen picture; null for none. */
  chosen: string | null;
  /** Whether it is for a board, for which there are more pictures. */
  isForBoard?: boolean;
  onPick: (option: BackgroundOption) => void;
}

/** A picker for background pictures, or the reason why the plan does not include it. */
export function BackgroundPicker(props: BackgroundPickerProps) {
  const limit = useMirror(({ limits }) => limits.backgrounds);
  const group = useId();
  const isGuest = useIsGuest();
  if (limit === null) return <BackgroundOptions {...props} />;
  return (
    <div className="flex flex-col gap-5">
      <PlanLimit>{limit}</PlanLimit>
      {!isGuest && <UploadedPictures group={group} chosen={props.chosen} onPick={null} />}
    </div>
  );
}

/**
 * All available backgrounds: built-in wallpapers, uploaded pictures, and photos with a search. They form one radio
 * group, so that the arrow keys move through all of them.
 */
function BackgroundOptions({ chosen, isForBoard = false, onPick }: BackgroundPickerProps) {
  const group = useId();
  const isGuest = useIsGuest();
  const { query, status, photos, has_more, is_available, is_offered } = useMirror((mirror) => mirror.photos);
  const [text, setText] = useState('');

  useEffect(() => {
    const wanted = text.trim();
    const timeout = setTimeout(() => dispatch({ type: 'load_photos', query: wanted }), wanted ? SEARCH_DEBOUNCE_MS : 0);
    return () => clearTimeout(timeout);
  }, [text]);

  const isSearching = text.trim() !== '';
  const isMissing = status === 'failed' || !is_available;
  // Search results take the whole space, unless there are none to show.
  const showsWallpapers = !isSearching || (isMissing && photos.length === 0);
  const tile = (option: BackgroundOption) => (
    <BackgroundTile key={option.image} option={option} group={group} isChosen={chosen === option.image} onPick={onPick} />
  );

  return (
    <div className="flex flex-col gap-5">
      {is_offered && (
        <Field
          label={messages.search()}
          type="search"
          value={text}
          maxLength={100}
          placeholder={messages.searchPlaceholder()}
          onChange={(event) => setText(event.target.value)}
          // Enter would submit the surrounding form.
          onKeyDown={(event) => isKey(event, 'Enter') && event.preventDefault()}
          end={<Icon icon={Search} size={16} className="mr-3 text-secondary" />}
        />
      )}
      <div role="radiogroup" aria-label={messages.group()} className="flex flex-col gap-5">
        {isSearching && isMissing && (
          <p role="status" className="text-sm text-secondary">
            {messages.searchUnavailable()}
          </p>
        )}
        {showsWallpapers && (
          <Section title={messages.wallpapers()}>
            {isForBoard && boardOnlyBackgrounds().map(tile)}
            {bundledWallpapers().map(tile)}
          </Section>
        )}
        {!isSearching && !isGuest && <UploadedPictures group={group} chosen={chosen} onPick={onPick} />}
        {photos.length > 0 ? (
          <Section title={query === '' ? messages.photos() : messages.searchResults({ query })}>
            {photos.map((photo) => tile(photoOption(photo)))}
          </Section>
        ) : status === 'loading' ? (
          <Section title={messages.photos()}>
            {Array.from({ length: 4 }, (_, index) => (
              <Skeleton key={index} className="aspect-video" />
            ))}
          </Section>
        ) : (
          isSearching && !isMissing && <p role="status" className="text-secondary">{messages.searchNoResults({ query })}</p>
        )}
      </div>
      {photos.length > 0 && has_more && (
        <Button
          aria-disabled={status === 'loading'}
          onClick={() => dispatch({ type: 'load_more_photos' })}
          className="self-center aria-disabled:opacity-60"
        >
          {messages.loadMore()}
        </Button>
      )}
      {photos.length > 0 && status === 'failed' && (
        <p role="alert" className="self-center text-sm text-danger">
          {messages.loadMoreFailed()}
        </p>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-medium text-secondary">{title}</h3>
      <div className="grid grid-cols-2 gap-3">{children}</div>
    </section>
  );
}
