import type { Intent, Photo, Picture } from '@twentyfour/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponse, type MockResponses, preferencesResponse, refusal, userResponse } from '../../testing/responses';
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

const own: Picture = { id: '0123456789abcdef0123456789abcdef', width: 2560, height: 1600, color: '#60544d', created_at: '2026-03-03T08:30:00.000Z' };

const FOUND = { photos: [photo('a'), photo('b')], has_more: true, is_available: true, is_offered: true };
const NONE = { photos: [], has_more: false, is_available: true, is_offered: true };

/** Two pages of photos; searches find nothing. */
const PHOTOS: MockResponse = ({ path }) => {
  if (path.startsWith('/photos/search/')) return { body: NONE };
  return { body: path.endsWith('page=2') ? { ...FOUND, photos: [photo('c')], has_more: false } : FOUND };
};

/** The responses of a server with photos and without uploaded pictures. It does not respond to changes of preferences. */
const RESPONSES: MockResponses = {
  'GET /photos/': PHOTOS,
  'GET /photos/random/': { body: { photo: null } },
  'GET /pictures/': { body: { pictures: [] } },
  'PUT /preferences/': null,
};

/** The account has a plan without backgrounds. */
const LIMITED: MockResponses = { '/user/': userResponse({ is_limited: true }) };
const BACKGROUND_LIMIT = 'Choosing wallpapers and board pictures requires Pro. Your earlier choices stay.';
const PICTURE_LIMIT = 'Uploading your own images requires Pro.';

const PLANS_PAGE = '/app/settings?section=subscription';

let core: RealCore;
const start = async (responses: MockResponses = {}) => {
  core = await startAccount({ ...RESPONSES, ...responses });
};

/** Returns the page's intents of some types. */
const intents = (...types: Intent['type'][]) => core.intents.filter(({ type }) => types.includes(type));

const choose = (wallpaper: string) => core.do({ type: 'choose_background', background: { wallpaper } });
const choosePhoto = (id: string) => core.do({ type: 'choose_background', background: { photo: photo(id) } });

describe('the picture behind Home', () => {
  beforeEach(() => start());

  it('is requested, with the scrims that its text needs', () => {
    choose('milky-way');
    const { container } = render(<WallpaperLayer isShown />);
    expect(core.intents).toEqual([{ type: 'load_background', prefers_light: expect.any(Boolean) }]);
    const { scrims } = core.state().background;
    expect(document.documentElement.style.getPropertyValue('--scrim-foot-light')).toBe(String(scrims.light.foot));
    expect([...container.querySelectorAll('source')].map(({ srcset }) => srcset)).toEqual([
      '/wallpapers/milky-way-1280.avif',
      '/wallpapers/milky-way-2560.avif',
      '/wallpapers/milky-way-1280.webp',
    ]);
    expect(container.innerHTML).toContain('data:image/webp');
  });

  it('stays until the next one is decoded, and reports load failures', async () => {
    choose('milky-way');
    const { container } = render(<WallpaperLayer isShown />);
    const picture = (name: string) => container.querySelector(`img[src*="${name}"]`);
    await act(async () => fireEvent.load(picture('milky-way')!));
    choosePhoto('a');
    expect(picture('milky-way')).toBeInTheDocument();
    expect(picture('photo-a')?.closest('.opacity-0')).not.toBeNull();
    expect(picture('photo-a')).toHaveAttribute('crossorigin', 'anonymous');
    // The picture is loaded again without CORS.
    fireEvent.error(picture('photo-a')!);
    expect(picture('photo-a')).not.toHaveAttribute('crossorigin');
    fireEvent.error(picture('photo-a')!);
    expect(intents('background_failed')).toEqual([{ type: 'background_failed', image: photo('a').urls.regular }]);
    // The core shows a wallpaper instead.
    expect(picture('photo-a')).toBeNull();
    expect(core.state().background.image).toMatch(/^\/wallpapers\//);
    expect(container.querySelectorAll('img')).toHaveLength(1);
  });

  it('is decoded before it is shown and measured afterwards', async () => {
    const image = '/wallpapers/slow-waves-2560.webp';
    choose('slow-waves');
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
  const open = () =>
    render(
      <MemoryRouter>
        <>
          <HomeFooter>middle</HomeFooter>
        </>
      </MemoryRouter>,
    );

  it('links to the plans when keeping requires Pro, and can unpin an earlier one', async () => {
    await start({ ...LIMITED, 'GET /preferences/': preferencesResponse({ background: { wallpaper: 'milky-way' } }) });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Keep wallpaper', pressed: true }));
    expect(intents('keep_background')).toEqual([{ type: 'keep_background', is_kept: false }]);
    expect(screen.queryByRole('button', { name: 'Keep wallpaper' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Keep wallpaper \(requires Pro\)/ })).toHaveAttribute('href', PLANS_PAGE);
  });

  it('credits a photo as its service requires', async () => {
    await start();
    choosePhoto('a');
    open();
    expect(screen.getByText(/^Photo by/)).toHaveTextContent('Photo by Ada Byron on Unsplash');
    expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', photo('a').credit.link);
    expect(screen.getByRole('link', { name: 'Unsplash' })).toHaveAttribute('href', expect.stringContaining('utm_source=twentyfour'));
  });

  it('names a wallpaper and can keep it or load the next one', async () => {
    await start({ 'GET /photos/random/': { body: { photo: photo('a') } } });
    choose('milky-way');
    core.do({ type: 'keep_background', is_kept: false });
    open();
    expect(screen.getByText('Milky Way')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Keep wallpaper', pressed: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep wallpaper', pressed: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(intents('next_background', 'keep_background')).toEqual([
      { type: 'keep_background', is_kept: true },
      { type: 'keep_background', is_kept: false },
      { type: 'next_background' },
    ]);
    await core.settle();
    expect(screen.getByText(/^Photo by/)).toHaveTextContent('Photo by Ada Byron');
  });
});

describe('the picker', () => {
  const open = async (responses: MockResponses = {}) => {
    await start(responses);
    const onPick = vi.fn();
    render(<BackgroundPicker chosen={null} onPick={onPick} />, { wrapper: MemoryRouter });
    const isLimited = core.state().limits.backgrounds !== null;
    if (!isLimited) await vi.waitFor(() => expect(intents('load_photos')).toHaveLength(1));
    await core.settle();
    return { onPick };
  };
  const search = () => screen.getByRole('searchbox', { name: 'Search photos' });
  const searchForSea = async () => {
    await userEvent.type(search(), 'sea');
    await vi.waitFor(() => expect(intents('load_photos').at(-1)).toEqual({ type: 'load_photos', query: 'sea' }));
    await core.settle();
  };

  it('offers wallpapers and photos and reports the choice', async () => {
    const { onPick } = await open();
    expect(within(screen.getByRole('region', { name: 'Wallpapers' })).getAllByRole('radio')).toHaveLength(16);
    await userEvent.click(screen.getByRole('radio', { name: 'Hills a, photo by Ada Byron' }));
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ image: photo('a').urls.regular, background: { photo: photo('a') } });
    await userEvent.click(screen.getByRole('radio', { name: 'Milky Way' }));
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ background: { wallpaper: 'milky-way' } });
    await userEvent.click(screen.getByRole('button', { name: 'Load More...' }));
    expect(screen.getByRole('button', { name: 'Load More...' })).toHaveFocus();
    await core.settle();
    expect(screen.getByRole('radio', { name: 'Hills c, photo by Ada Byron' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load More...' })).toBeNull();
  });

  it('shows the plan limit up front and keeps pictures deletable', async () => {
    await open({ ...LIMITED, 'GET /pictures/': { body: { pictures: [own] } }, 'DELETE /pictures/': {} });
    expect(screen.getByText(BACKGROUND_LIMIT)).toBeVisible();
    expect(screen.getByText(PICTURE_LIMIT)).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'See plans' })) expect(link).toHaveAttribute('href', PLANS_PAGE);
    expect(screen.queryByRole('button', { name: 'Upload picture' })).toBeNull();
    expect(screen.getAllByRole('radio')).toEqual([screen.getByRole('radio', { name: 'Your picture 1' })]);
    expect(screen.getByRole('radio', { name: 'Your picture 1' })).toBeDisabled();
    fireEvent.drop(screen.getByRole('region', { name: 'Your pictures' }), { dataTransfer: { files: [new File(['x'], 'x.png')] } });
    expect(intents('upload_picture', 'load_photos')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1 permanently' }));
    expect(intents('delete_picture')).toEqual([{ type: 'delete_picture', picture_id: own.id }]);
    await core.settle();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('searches when nothing has been typed for a moment', async () => {
    await open();
    await searchForSea();
    expect(intents('load_photos').every((intent) => 'query' in intent && ['', 'sea'].includes(intent.query ?? ''))).toBe(true);
    expect(screen.getByRole('status')).toHaveTextContent('No results for “sea”');
  });

  it('shows wallpapers when photos are unavailable, with a notice after a search', async () => {
    await open({ 'GET /photos/': { body: { ...NONE, is_available: false } } });
    expect(screen.getAllByRole('radio')).toHaveLength(16);
    expect(screen.queryByText(/Photo search isn’t available/)).toBeNull();
    await searchForSea();
    expect(screen.getByText(/Photo search isn’t available right now/)).toBeInTheDocument();
    expect(screen.getAllByRole('radio')).toHaveLength(16);
  });

  it('hides the search without a photo service', async () => {
    await open({ 'GET /photos/': { body: { ...NONE, is_available: false, is_offered: false } } });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getAllByRole('radio')).toHaveLength(16);
  });

  it('shows a neutral tile for a picture whose host cannot be reached', async () => {
    await open();
    const tile = screen.getByRole('radio', { name: 'Hills a, photo by Ada Byron' }).closest('label')!;
    fireEvent.error(tile.querySelector('img')!);
    expect(tile.querySelector('img')).toBeNull();
    expect(tile.querySelector('svg.lucide-image-off')).toBeInTheDocument();
    expect(tile.style.backgroundColor).toBe('');
    expect(tile.querySelector('input')).toBeEnabled();
  });

  it('uploads and selects a picture, or shows an error', async () => {
    const { onPick } = await open({ 'DELETE /pictures/': {} });
    const file = new File(['picture'], 'mine.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Choose a picture'), file);
    expect(intents('upload_picture')).toEqual([{ type: 'upload_picture', file: expect.any(Number), size: 7 }]);
    expect(screen.getByRole('button', { name: 'Uploading…' })).toBeInTheDocument();
    await core.serve({ 'POST /pictures/': { body: { picture: own } } });
    expect(onPick.mock.lastCall?.[0]).toMatchObject({ image: `/api/pictures/${own.id}`, background: { picture: own.id } });
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1' }));
    expect(intents('delete_picture')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Your picture 1 permanently' }));
    expect(intents('delete_picture')).toEqual([{ type: 'delete_picture', picture_id: own.id }]);
    await core.serve({ 'POST /pictures/': refusal(422, 'picture_too_large', 'This picture is too large.') });
    await userEvent.upload(screen.getByLabelText('Choose a picture'), file);
    await core.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('This picture is too large.');
  });
});

describe('the wallpaper of the settings', () => {
  const open = async (responses: MockResponses = {}) => {
    await start(responses);
    render(<WallpaperRow />, { wrapper: MemoryRouter });
  };
  const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'Change Wallpaper' }));

  it('is saved by Save', async () => {
    await open();
    await openDialog();
    await userEvent.click(screen.getByRole('radio', { name: 'Cut paper' }));
    expect(intents('choose_background')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(intents('choose_background')).toEqual([{ type: 'choose_background', background: { wallpaper: 'cut-paper' } }]);
    expect(core.state().background).toMatchObject({ shown: { wallpaper: 'cut-paper' }, is_kept: true });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is shown on every page or on Home only', async () => {
    await open();
    const pages = screen.getByRole('combobox', { name: 'Show wallpaper on' });
    expect(pages).toHaveValue('every');
    await userEvent.selectOptions(pages, 'Home only');
    expect(core.state().preferences.wallpaper_pages).toBe('home');
    expect(pages).toHaveValue('home');
  });

  it('shows the plan limit up front and still allows the daily photo', async () => {
    await open(LIMITED);
    await openDialog();
    expect(screen.getAllByText(BACKGROUND_LIMIT)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Default' }));
    expect(intents('choose_background')).toEqual([{ type: 'choose_background', background: 'daily' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('Default restores the photo of the day', async () => {
    await open();
    choose('milky-way');
    await openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Default' }));
    expect(intents('choose_background')).toEqual([{ type: 'choose_background', background: 'daily' }]);
    expect(core.state().background.is_kept).toBe(false);
  });
});
