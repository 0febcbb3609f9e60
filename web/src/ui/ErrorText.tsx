/** An error message. */
export function ErrorText({ children }: { children: string }) {
  return (
    <p role="alert" className="text-sm text-danger">
      {children}
    </p>
  );
}
