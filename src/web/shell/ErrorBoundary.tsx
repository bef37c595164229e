// Catches what breaks outside the routes, which have a catch of their own: the login screen, or routes that could not
// be fetched. Or what a screen can do without, and is then left out.
import type { ReactNode } from 'react';
import { Component } from 'react';
import { ScreenError } from './ScreenError.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** what broke is left out, and nothing said */
  quiet?: boolean;
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
    if (error === null) return this.props.children;
    return this.props.quiet === true ? null : <ScreenError error={error} />;
  }
}
