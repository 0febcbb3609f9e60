/** How the core goes to another path. It stands apart, so that the router is known before the rest of the core is loaded. */
type Navigate = (path: string, options: { replace: boolean }) => void;

let navigateWithRouter: Navigate | null = null;

/** Says how to go to a path: the router's way. */
export function registerNavigate(implementation: Navigate): void {
  navigateWithRouter = implementation;
}

export function navigate(path: string, replace: boolean): void {
  navigateWithRouter?.(path, { replace });
}
