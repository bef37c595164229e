// Shows an error in place of its children: a screen that failed, or whose code could not be fetched.
import type { ReactNode } from 'react';
import { Component } from 'react';
import { ScreenError } from './ScreenError.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

interface Caught {
  error: Error | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null };

  static getDerivedStateFromError(error: Error): Caught {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <ScreenError error={error} />;
  }
}
