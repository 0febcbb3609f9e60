import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in its place once it has failed: why, and how to draw it anew. */
  renderError: (error: unknown, retry: () => void) => ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null;
}

/** Keeps what goes wrong while something is drawn from what lies around it. React logs the error; nothing here does so again. */
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
