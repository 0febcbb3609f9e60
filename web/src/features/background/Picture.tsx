import { useState } from 'react';
import { cacheImage } from '../../core/picture-cache';
import { cx } from '../../ui/cx';
import { SMALL_WINDOW, type Sources, imageSources } from './sources';

interface PictureProps {
  /** The address of the picture. */
  image: string;
  /** Its colour, until it is there. */
  color?: string | null;
  /** Whether it is to be there without a network too. */
  isCached?: boolean;
  /** It is there, and was decoded. */
  onImageLoad?: (image: string, picture: HTMLImageElement) => void;
  /** It cannot be had. */
  onImageError?: (image: string) => void;
}

interface Layer {
  image: string;
  color: string | null;
  /** `shown` once it has been decoded, `failed` where it cannot be. */
  state: 'waiting' | 'shown' | 'failed';
}

/**
 * A picture that covers what it lies in. Until it has been decoded its blurred placeholder stands there, or the picture before it;
 * then it fades in. Nothing is ever blank, and nothing moves.
 */
export function Picture({ image, color = null, isCached = false, onImageLoad, onImageError }: PictureProps) {
  const [layers, setLayers] = useState<readonly Layer[]>([{ image, color, state: 'waiting' }]);
  if (layers.at(-1)?.image !== image) {
    // Of those below only the one that is seen is left. It may be the very one.
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
            // With another one below it shows once it is all there.
            layer.state === 'waiting' && index > 0 && 'opacity-0',
          )}
        >
          <LayerView
            layer={layer}
            onImageLoad={async (picture) => {
              // It is decoded in another thread; where that fails the browser draws what it can.
              await picture.decode?.().catch(() => undefined);
              setLayerState(layer.image, 'shown');
              // Nothing else may delay the frame in which it appears.
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
  // The pixels of another host's picture may be read where it says so. Where it does not, the picture is shown all the same.
  const [usesCors, setUsesCors] = useState(sources.isCrossOrigin);
  return (
    <>
      <Placeholder sources={sources} color={color} />
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

/** Stands in a picture's place: a copy of a few pixels, which the browser blurs by scaling it up, on the picture's color. */
function Placeholder({ sources: { placeholder }, color }: { sources: Sources; color: string | null }) {
  // A CSS blur of a full window showed the picture about 200 ms later where no GPU draws. The core lets only addresses of offered
  // pictures through, none of which holds a quotation mark.
  const backgroundImage = placeholder ? `url("${placeholder}")` : undefined;
  return <div className="absolute inset-0 bg-cover bg-center" style={{ backgroundColor: color ?? undefined, backgroundImage }} />;
}
