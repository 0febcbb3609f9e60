import type { Photo, PhotosView, Picture, PicturesView, Snapshot } from '@twentyfour/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { connectFakeCore } from '../../testing/fake-core';
import { TooltipProvider } from '../../ui/Tooltip';
import { BackgroundPicker } from './BackgroundPicker';
import { HomeFooter } from './HomeFooter';
import { visibleArea, extremeColors } from './regionColors';
import { imageSources } from './sources';
import { WallpaperLayer } from './WallpaperLayer';
import { WallpaperRow } from './WallpaperRow';

const photo = (id: string): Photo => ({
  id,
  urls: { regular: `https://images.unsplash.com/photo-${id}?w=1080`, thumb: `https://images.unsplash.com/photo-${id}?w=200` },
  color: '#4e5765',
  alt: `Hills ${id}`,
  credit: { name: 'Ada Byron', link: 'https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral' },
});

const photosView = (fields: Partial<PhotosView> = {}): PhotosView => ({
  query: '',
  status: 'ready',
  photos: [photo('a'), photo('b')],
  has_more: true,
  is_available: true,
  is_offered: true,
  ...fields,
});

const picturesView = (fields: Partial<PicturesView> = {}): PicturesView => ({
  status: 'ready',
  pictures: [],
  is_uploading: false,
  refused: null,
  ...fields,
});

const background = (fields: Partial<Snapshot['background']> = {}): Snapshot['background'] => ({
  shown: { wallpaper: 'milky-way' },
  image: '/wallpapers/milky-way-2560.webp',
  color: '#101418',
  is_kept: false,
  is_changing: false,
  scrims: { dark: { clock: 0.1, top: 0.2, foot: 0.3 }, light: { clock: 0.4, top: 0.5, foot: 0.6 } },
  ...fields,
});

const own: Picture = { id: '0123456789abcdef0123456789abcdef', width: 2560, height: 1600, color: '#60544d', created_at: '2026-03-03T08:30:00.000Z' };

const noLimits: Snapshot['limits'] = { boards: null, backgrounds: null, pictures: null, heatmap: null, labels: null };

const locked: Snapshot['limits'] = { ...noLimits, backgrounds: 'No choice of backgrounds.', pictures: 'No uploads.' };

const PLANS_PAGE = '/app/settings?section=subscription';

const intents = (core: ReturnType<typeof connectFakeCore>, ...types: string[]) => core.intents.filter(({ type }) => types.includes(type));

describe('the picture behind Home', () => {
  it('is requested, with the scrims that its text needs', () => {
    const core = connectFakeCore({ background: background() });
    const { container } = render(<WallpaperLayer isShown />);
    expect(core.intents).toEqual([{ type: 'load_background', prefers_light: expect.any(Boolean) }]);
    expect(document.documentElement.style.getPropertyValue('--scrim-foot-light')).toBe('0.6');
    expect([...container.querySelectorAll('source')].map(({ srcset }) => srcset)).toEqual([
      '/wallpapers/milky-way-1280.avif',
      '/wallpapers/milky-way-2560.avif',
      '/wallpapers/milky-way-1280.webp',
    ]);
    expect(container.innerHTML).toContain('data:image/webp');
  });

  it('stays until the next one is decoded, and reports load failures', async () => {
    const core = connectFakeCore({ background: background() });
    const { container } = render(<WallpaperLayer isShown />);
    const picture = (name: string) => container.querySelector(`img[src*="${name}"]`);
    await act(async () => fireEvent.load(picture('milky-way')!));
    const next = background({ shown: { photo: photo('a') }, image: photo('a').urls.regular });
    core.emit([{ type: 'background', background: next }]);
    expect(picture('milky-way')).toBeInTheDocument();
    expect(picture('photo-a')?.closest('.opacity-0')).not.toBeNull();
    expect(picture('photo-a')).toHaveAttribute('crossorigin', 'anonymous');
    // The picture is loaded again without CORS.
    fireEvent.error(picture('photo-a')!);
    expect(picture('photo-a')).not.toHaveAttribute('crossorigin');
    fireEvent.error(picture('photo-a')!);
    expect(intents(core, 'background_failed')).toEqual([{ type: 'background_failed', image: next.image }]);
    core.emit([{ type: 'background', background: background() }]);
    expect(container.querySelectorAll('img')).toHaveLength(1);
  });

  it('is decoded before it is shown and measured afterwards', async () => {
    const image = '/wallpapers/slow-waves-2560.webp';
    const core = connectFakeCore({ background: background({ shown: { wallpaper: 'slow-waves' }, image }) });
    const { container } = render(<WallpaperLayer isShown />);
    const picture = container.querySelector('img')!;
    const measured = () => core.intents.filter((intent) => intent.type === 'background_measured' && intent.image === image);
    let decoded = () => {};
    picture.decode = () => new Promise((resolve) => (decoded = resolve));
    fireEvent.load(picture);
    expect(picture).toHaveClass('opacity-0');
    expect(measured()).toEqual([]);
    await act(async () => decoded());
    expect(picture).not.toHaveClass('opacity-0');
    expect(measured()).toEqual([]);
    // jsdom cannot read pixels.
    await vi.waitFor(() => expect(measured()).toEqual([{ type: 'background_measured', image, colors: null }]));
  });

  it('covers a window, centered', () => {
    expect(visibleArea({ width: 1600, height: 1000 }, 800, 500)).toEqual({ left: 0, top: 0, right: 1600, bottom: 1000 });
    expect(visibleArea({ width: 1600, height: 1000 }, 400, 1000)).toEqual({ left: 600, top: 0, right: 1000, bottom: 1000 });
    expect(visibleArea({ width: 1600, height: 1000 }, 1600, 500)).toEqual({ left: 0, top: 250, right: 1600, bottom: 750 });
  });

  it('returns the darkest and lightest color per bucket', () => {
    const pixels = [0, 0, 0, 1, 1, 1, 9, 9, 9, 255, 254, 253].flatMap((value, index) => (index % 3 === 2 ? [value, 255] : [value]));
    expect(extremeColors(new Uint8ClampedArray(pixels))).toEqual([0x000000, 0x090909, 0xfffefd]);
  });

  it('lists its sources by size and format', () => {
    expect(imageSources('/backgrounds/dusk-2560.webp')).toMatchObject({ small: '/backgrounds/dusk-1280.webp', avif: null });
    const { large, small, isCrossOrigin } = imageSources('https://images.unsplash.com/photo-1?ixid=x&w=1080&q=80');
    expect([large, small, isCrossOrigin]).toEqual([
      'https://images.unsplash.com/photo-1?ixid=x&w=2560&q=80&auto=format',
      'https://images.unsplash.com/photo-1?ixid=x&w=1280&q=80&auto=format',
      true,
    ]);
    expect(imageSources('/api/pictures/x')).toMatchObject({ large: '/api/pictures/x', small: '/api/pictures/x', isCrossOrigin: false });
  });
});

describe('the foot of Home', () => {
  const open = (fields: Partial<Snapshot['background']> = {}, limits = noLimits) => {
    const core = connectFakeCore({ background: background(fields), limits });
    render(
      <MemoryRouter>
        <TooltipProvider>
          <HomeFooter>middle</HomeFooter>
        </TooltipProvider>
      </MemoryRouter>,
    );
    return core;
  };

  it('links to the plans when keeping requires Pro, and can unpin an earlier one', async () => {
    const core = open({}, locked);
    expect(screen.queryByRole('button', { name: 'Keep this one' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Keep this one \(requires Pro\)/ })).toHaveAttribute('href', PLANS_PAGE);
    core.emit([{ type: 'background', background: background({ is_kept: true }) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this one', pressed: true }));
    expect(core.intents).toEqual([{ type: 'keep_background', is_kept: false }]);
  });

  it('credits a photo as its service requires', () => {
    open({ shown: { photo: photo('a') } });
    expect(screen.getByText(/^Photo by/)).toHaveTextContent('Photo by Ada Byron on Unsplash');
    expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', photo('a').credit.link);
    expect(screen.getByRole('link', { name: 'Unsplash' })).toHaveAttribute('href', expect.stringContaining('utm_source=twentyfour'));
  });

  it('names a wallpaper and can load the next one or keep it', async () => {
    const core = open();
    expect(screen.getByText('Milky Way')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep this one', pressed: false }));
    core.emit([{ type: 'background', background: background({ is_kept: true }) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this one', pressed: true }));
    expect(core.intents).toEqual([
      { type: 'next_background' },
      { type: 'keep_background', is_kept: true },
      { type: 'keep_background', is_kept: false },
    ]);
  });
});

describe('the picker', () => {
  const open = (fields: Partial<Snapshot> = {}) => {
    const core = connectFakeCore({ photos: photosView(), pictures: picturesView(), ...fields });
    const onPick = vi.fn();
    render(<BackgroundPicker chosen={null} onPick={onPick} />, { wrapper: MemoryRouter });
    return { core, onPick };
  };
  const search = () => screen.getByRole('searchbox', { name: 'Search photos' });

  it('offers wallpapers and photos and reports the choice', async () => {
    const { core, onPick } = open();
    expect(within(screen.getByRole('region', { name: 'Wallpapers' })).getAllByRole('radio')).toHaveLength(16);
    await userEvent.click(screen.getByRole('radio', { name: 'Hills a, photo by Ada Byron' }));
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ image: photo('a').urls.regular, background: { photo: photo('a') } });
    await userEvent.click(screen.getByRole('radio', { name: 'Milky Way' }));
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ background: { wallpaper: 'milky-way' } });
    await userEvent.click(screen.getByRole('button', { name: 'Load More...' }));
    expect(screen.getByRole('button', { name: 'Load More...' })).toHaveFocus();
    await vi.waitFor(() => expect(intents(core, 'load_photos', 'load_more_photos')).toHaveLength(2));
  });

  it('shows the plan limit up front and keeps pictures deletable', async () => {
    const { core } = open({ limits: locked, pictures: picturesView({ pictures: [own] }) });
    expect(screen.getByText('No choice of backgrounds.')).toBeVisible();
    expect(screen.getByText('No uploads.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'See plans' })) expect(link).toHaveAttribute('href', PLANS_PAGE);
    expect(screen.queryByRole('button', { name: 'Upload picture' })).toBeNull();
    expect(screen.getAllByRole('radio')).toEqual([screen.getByRole('radio', { name: 'Your picture 1' })]);
    expect(screen.getByRole('radio', { name: 'Your picture 1' })).toBeDisabled();
    fireEvent.drop(screen.getByRole('region', { name: 'Your pictures' }), { dataTransfer: { files: [new File(['x'], 'x.png')] } });
    expect(intents(core, 'upload_picture', 'load_photos')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1 permanently' }));
    expect(intents(core, 'delete_picture')).toEqual([{ type: 'delete_picture', picture_id: own.id }]);
  });

  it('searches when nothing has been typed for a moment', async () => {
    const { core } = open();
    await userEvent.type(search(), 'sea');
    await vi.waitFor(() => expect(intents(core, 'load_photos').at(-1)).toEqual({ type: 'load_photos', query: 'sea' }));
    expect(intents(core, 'load_photos').every((intent) => 'query' in intent && ['', 'sea'].includes(intent.query ?? ''))).toBe(true);
    core.emit([{ type: 'photos', photos: photosView({ query: 'sea', photos: [], has_more: false }) }]);
    expect(screen.getByRole('status')).toHaveTextContent('No results for “sea”');
  });

  it('shows wallpapers when photos are unavailable, with a notice after a search', async () => {
    open({ photos: photosView({ photos: [], has_more: false, is_available: false }) });
    expect(screen.getAllByRole('radio')).toHaveLength(16);
    expect(screen.queryByText(/Photo search isn’t available/)).toBeNull();
    await userEvent.type(search(), 'sea');
    expect(screen.getByText(/Photo search isn’t available right now/)).toBeInTheDocument();
    expect(screen.getAllByRole('radio')).toHaveLength(16);
  });

  it('hides the search without a photo service', () => {
    open({ photos: photosView({ photos: [], has_more: false, is_available: false, is_offered: false }) });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getAllByRole('radio')).toHaveLength(16);
  });

  it('shows a neutral tile for a picture whose host cannot be reached', () => {
    open();
    const tile = screen.getByRole('radio', { name: 'Hills a, photo by Ada Byron' }).closest('label')!;
    fireEvent.error(tile.querySelector('img')!);
    expect(tile.querySelector('img')).toBeNull();
    expect(tile.querySelector('svg.lucide-image-off')).toBeInTheDocument();
    expect(tile.style.backgroundColor).toBe('');
    expect(tile.querySelector('input')).toBeEnabled();
  });

  it('uploads and selects a picture, or shows an error', async () => {
    const { core, onPick } = open();
    const file = new File(['picture'], 'mine.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Choose a picture'), file);
    expect(intents(core, 'upload_picture')).toEqual([{ type: 'upload_picture', file: 1, size: 7 }]);
    core.emit([{ type: 'pictures', pictures: picturesView({ is_uploading: true }) }]);
    expect(screen.getByRole('button', { name: 'Uploading…' })).toBeInTheDocument();
    const picture = { id: '0a'.repeat(16), width: 10, height: 10, color: '#112233', created_at: '2026-03-03T08:30:00.000Z' };
    core.emit([{ type: 'pictures', pictures: picturesView({ pictures: [picture] }) }]);
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ image: `/api/pictures/${picture.id}`, background: { picture: picture.id } });
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1' }));
    expect(intents(core, 'delete_picture')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1 permanently' }));
    expect(intents(core, 'delete_picture')).toEqual([{ type: 'delete_picture', picture_id: picture.id }]);
    core.reject = () => ({ code: 'picture_too_large', message: 'This picture is too large.' });
    await userEvent.upload(screen.getByLabelText('Choose a picture'), file);
    expect(screen.getByRole('alert')).toHaveTextContent('This picture is too large.');
  });
});

describe('the wallpaper of the settings', () => {
  const open = async (limits = noLimits) => {
    const core = connectFakeCore({ background: background(), photos: photosView(), pictures: picturesView(), limits });
    render(<WallpaperRow />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Change Wallpaper' }));
    return core;
  };

  it('is saved by Save', async () => {
    const core = await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Cut paper' }));
    expect(intents(core, 'choose_background')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(intents(core, 'choose_background')).toEqual([{ type: 'choose_background', background: { wallpaper: 'cut-paper' } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is shown on every page or on Home only', async () => {
    const core = connectFakeCore({ background: background() });
    render(<WallpaperRow />, { wrapper: MemoryRouter });
    const pages = screen.getByRole('combobox', { name: 'Show wallpaper on' });
    expect(pages).toHaveValue('every');
    await userEvent.selectOptions(pages, 'Home only');
    expect(intents(core, 'set_preferences')).toEqual([{ type: 'set_preferences', update: { wallpaper_pages: 'home' } }]);
  });

  it('shows the plan limit up front and still allows the daily photo', async () => {
    const core = await open(locked);
    expect(screen.getAllByText('No choice of backgrounds.')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Default' }));
    expect(intents(core, 'choose_background')).toEqual([{ type: 'choose_background', background: 'daily' }]);
  });

  it('Default restores the photo of the day', async () => {
    const core = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Default' }));
    expect(intents(core, 'choose_background')).toEqual([{ type: 'choose_background', background: 'daily' }]);
  });
});
