/** Lets the core navigate. It is a separate module so that the router can be registered before the core is loaded. */
type Navigate = (path: string, options: { replace: boolean }) => void;

let navigateWithRouter: Navigate | null = null;

/** Registers the router's navigate function. */
export function registerNavigate(implementation: Navigate): void {
  navigateWithRouter = implementation;
}

export function navigate(path: string, replace: boolean): void {
  navigateWithRouter?.(path, { replace });
}
