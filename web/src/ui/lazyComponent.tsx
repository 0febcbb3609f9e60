import { type ComponentType, lazy, useState } from 'react';
import { loadModule } from '../platform/lazy-module';

/** A component whose module is loaded on first use. */
export type LazyComponent<P> = ComponentType<P> & {
  /** Loads the module in advance; the component then renders at once. */
  preload: () => Promise<void>;
  /** Loads a module that failed to load again when the component is mounted next; React keeps the failure otherwise. */
  forgetFailure: () => void;
};

/**
 * Returns a component whose module is loaded when it is first rendered, and which suspends until then. A failed load is
 * thrown as a `ModuleLoadError`.
 */
export function lazyComponent<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  const fetchModule = async () => {
    const module = await loadModule(load);
    loaded = module.default;
    return module;
  };
  let Suspending = lazy(fetchModule);
  function Component(props: P) {
    // Chosen once, because another component type would lose the state below.
    const [Chosen] = useState(() => loaded ?? Suspending);
    return <Chosen {...props} />;
  }
  return Object.assign(Component, {
    preload: () => fetchModule().then(() => undefined),
    forgetFailure: () => {
      Suspending = lazy(fetchModule);
    },
  });
}
