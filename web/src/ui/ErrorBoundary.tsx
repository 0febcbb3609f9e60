import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Renders the fallback for an error; `retry` renders the children again. */
  renderError: (error: unknown, retry: () => void) => ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null;
}

/** Catches render errors of its children. React logs them already. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  private readonly retry = () => this.setState({ failure: null });

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.renderError(failure.error, this.retry) : this.props.children;
  }
}
