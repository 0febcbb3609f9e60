import { useState } from 'react';
import { pictureBlurOf } from '../../core/home-preview';
import { cacheImage } from '../../platform/image-cache';
import { cx } from '../../ui/cx';
import { SMALL_WINDOW, imageSources } from './sources';

interface PictureProps {
  /** The URL of the picture. */
  image: string;
  /** The color shown until the picture has loaded. */
  color?: string | null;
  /** Whether the picture is cached for offline use. */
  isCached?: boolean;
  /** Called when the picture is loaded and decoded. */
  onImageLoad?: (image: string, picture: HTMLImageElement) => void;
  /** Called when the picture cannot be loaded. */
  onImageError?: (image: string) => void;
}

interface Layer {
  image: string;
  color: string | null;
  /** `shown` once the picture is decoded, `failed` if it cannot be loaded. */
  state: 'waiting' | 'shown' | 'failed';
}

/**
 * A picture that covers its container. Until it is decoded, its blurred placeholder or the previous picture is shown;
 * then it fades in without layout shifts.
 */
export function Picture({ image, color = null, isCached = false, onImageLoad, onImageError }: PictureProps) {
  const [layers, setLayers] = useState<readonly Layer[]>([{ image, color, state: 'waiting' }]);
  if (layers.at(-1)?.image !== image) {
    // Only the visible one of the lower layers is kept. It may be the new picture itself.
    const seen = layers.filter(({ state }) => state !== 'waiting').slice(-1);
    setLayers(seen[0]?.image === image ? seen : [...seen, { image, color, state: 'waiting' }]);
  }
  const setLayerState = (settled: string, state: 'shown' | 'failed') =>
    setLayers((known) => known.map((layer) => (layer.image === settled ? { ...layer, state } : layer)));
  const dropCoveredLayers = (settled: string) =>
    setLayers((known) => {
      const last = known.at(-1);
      return last && last.image === settled && last.state !== 'waiting' && known.length > 1 ? [last] : known;
    });

  return (
    <div aria-hidden className="absolute inset-0 overflow-clip">
      {layers.map((layer, index) => (
        <div
          key={layer.image}
          onTransitionEnd={() => dropCoveredLayers(layer.image)}
          className={cx(
            'absolute inset-0 transition-opacity duration-200',
            // A layer above another one is hidden until it is complete.
            layer.state === 'waiting' && index > 0 && 'opacity-0',
          )}
        >
          <LayerView
            layer={layer}
            onImageLoad={async (picture) => {
              // Decodes off the main thread; if that fails, the browser draws what it can.
              await picture.decode?.().catch(() => undefined);
              setLayerState(layer.image, 'shown');
              // Nothing else may delay the frame in which the picture appears.
              requestAnimationFrame(() =>
                setTimeout(() => {
                  onImageLoad?.(layer.image, picture);
                  if (isCached) void cacheImage(picture.currentSrc);
                }),
              );
            }}
            onImageError={() => {
              setLayerState(layer.image, 'failed');
              onImageError?.(layer.image);
            }}
          />
        </div>
      ))}
    </div>
  );
}

interface LayerViewProps {
  layer: Layer;
  onImageLoad: (picture: HTMLImageElement) => void;
  onImageError: () => void;
}

function LayerView({ layer: { image, color, state }, onImageLoad, onImageError }: LayerViewProps) {
  const sources = imageSources(image);
  const placeholder = pictureBlurOf(image) ?? sources.placeholder;
  // The pixels of a cross-origin picture can only be read with CORS. Without it, the picture is still shown.
  const [usesCors, setUsesCors] = useState(sources.isCrossOrigin);
  return (
    <>
      <Placeholder placeholder={placeholder} color={color} />
      {state !== 'failed' && (
        <picture key={String(usesCors)}>
          {sources.avif && <source type="image/avif" media={SMALL_WINDOW} srcSet={sources.avif.small} />}
          {sources.avif && <source type="image/avif" srcSet={sources.avif.large} />}
          {sources.small !== sources.large && <source media={SMALL_WINDOW} srcSet={sources.small} />}
          <img
            src={sources.large}
            alt=""
            decoding="async"
            crossOrigin={usesCors ? 'anonymous' : undefined}
            onLoad={(event) => onImageLoad(event.currentTarget)}
            onError={() => (usesCors ? setUsesCors(false) : onImageError())}
            className={cx(
              'absolute inset-0 size-full object-cover transition-opacity duration-200',
              state === 'waiting' && 'opacity-0',
            )}
          />
        </picture>
      )}
    </>
  );
}

/** A placeholder for a picture: a tiny copy on the picture's color, blurred by scaling it up. */
function Placeholder({ placeholder, color }: { placeholder: string | null; color: string | null }) {
  // Not a CSS blur: without a GPU, blurring the full window delayed the picture by about 200 ms. The core only accepts
  // URLs of offered pictures, none of which contains a quotation mark.
  const backgroundImage = placeholder ? `url("${placeholder}")` : undefined;
  return <div className="absolute inset-0 bg-cover bg-center" style={{ backgroundColor: color ?? undefined, backgroundImage }} />;
}
