/** How the core goes to another path. It stands apart, so that the router is known before the rest of the core is loaded. */
type Navigate = (path: string, options: { replace: boolean }) => void;

let go: Navigate | null = null;

/** Says how to go to a path: the router's way. */
export function setNavigate(way: Navigate): void {
  go = way;
}

export function navigate(path: string, replace: boolean): void {
  go?.(path, { replace });
}
