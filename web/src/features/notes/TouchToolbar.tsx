import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Shows the toolbar below the text, and above the on-screen keyboard, which covers the end of its parent. */
export function TouchToolbar({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const place = () => {
      const page = box.current?.parentElement?.getBoundingClientRect();
      if (!box.current || !page) return;
      const covered = page.bottom - (viewport.offsetTop + viewport.height);
      box.current.style.translate = `0 ${-Math.max(0, covered)}px`;
    };
    place();
    viewport.addEventListener('resize', place);
    viewport.addEventListener('scroll', place);
    return () => {
      viewport.removeEventListener('resize', place);
      viewport.removeEventListener('scroll', place);
    };
  }, []);
  return (
    <div ref={box} className="z-20 flex shrink-0 border-t border-line bg-raised">
      {children}
    </div>
  );
}
